"""The explorer of lesson 11 for the settings of a model: paste a config.json."""

import html

import ipywidgets as widgets

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures import settings
from posenc_helpers.wording import one_line


class SettingsExplorer(Explorer):
    """Choose an example or paste a config.json: which pairs turn, and what readers get wrong."""

    picture = settings.Settings, settings.plot_settings
    sliders = {"model": controls.as_taken}

    def extras(self):
        """Return the field into which a config.json is pasted."""
        words = {"description": "pasted", "placeholder": "paste a config.json here"}
        self.pasted = widgets.Textarea(**words, rows=3, continuous_update=False)
        self.pasted.observe(self._on_change, names="value")
        self.controls["model"].observe(self._forget, names="value")
        self.refusal, self.refused = widgets.HTML(), widgets.HBox()
        return [self.pasted, self.refused]

    def _forget(self, _change=None):
        self.pasted.value = ""

    def settings(self):
        """Return the example and what was pasted in its place."""
        return {**super().settings(), "config": self.pasted.value.strip() or None}

    def refresh(self):
        """Redraw everything; a line below what was pasted says what is wrong with it."""
        super().refresh()
        fault = html.escape(one_line(str(self.live.error or ""), 400))
        self.refusal.value = f'<b aria-hidden="true">{fault}</b>'  # the line below is heard
        self.refused.children = [self.refusal] if fault else []

    def apply(self, **settings):
        """Show an example, in place of what was pasted."""
        self._forget()
        super().apply(**settings)

    def story(self, _settings):
        """Return what is worth a look."""
        found = [html.escape(one.text.replace("`", "")) for one in self.live.drawing.found]
        return "".join(f"<p>{text}</p>" for text in found or ["None of the known slips is in it."])
