"""The explorer of lesson 11: the clocks of a published model, and its head in a sentence."""

import ipywidgets as widgets

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import ROW, TypingExplorer
from posenc_helpers.models.learned import figures as learned
from posenc_helpers.wording import rounded

WHOLE = {"width": "auto", "flex": "0 0 auto"}  # a button is as wide as its words


class LearnedExplorer(TypingExplorer):
    """Move a sentence along the learned positions, type a sentence, and switch circles off."""

    picture = learned.LearnedHead, learned.plot_learned_head
    sliders = {"sentence": controls.AS_TAKEN, "start": controls.AS_TAKEN}
    typing = "words", "a red bird sat"

    def extras(self):
        """Return a text field for words and a button for each circle."""
        names = [f"{rounded(c.wavelength)} tokens" for c in self.live.drawing.circles]
        self.switches = {
            name: widgets.ToggleButton(True, description=name, layout=WHOLE) for name in names
        }
        for switch in self.switches.values():
            switch.observe(self._on_change, names="value")
        return [*super().extras(), widgets.HBox([*self.switches.values()], layout=ROW)]

    def settings(self):
        """Return the chosen sentence, the words that were typed, and which circles are off."""
        off = tuple(k for k, switch in enumerate(self.switches.values()) if not switch.value)
        return {**super().settings(), "text": self.typed.value.strip(), "off": off}

    def reset(self):
        """Show the first sentence at its first position, with all circles."""
        with self._lock, self._quiet():
            for switch in self.switches.values():
                switch.value = True
        super().reset()
