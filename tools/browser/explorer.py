"""Page objects for an explorer in a notebook, its sliders, buttons and picture."""

SETTLE_SECONDS = 120

# Waits for the picture and returns a digest of it. Python answers a step first and draws it
# afterwards, but before it answers any later message. So the page sends a message that asks for
# nothing, and does it twice, because a message that follows immediately is sometimes still read
# before the drawing begins. A sharp picture has more pixels than the width that the widget names.
WAIT = """async ([root, sharp, seconds]) => {
    const image = root.querySelector('img.widget-image');
    const messages = root.closest('.jp-NotebookPanel').messages;
    const until = performance.now() + 1000 * seconds;
    const wait = async reached => {
        while (!reached()) {
            if (performance.now() > until) throw new Error(`no picture in ${seconds} seconds`);
            await new Promise(go => setTimeout(go, 5));
        }
    };
    const answered = () => messages.open.size === 0;
    for (let calm = 0, sent; calm < 2; calm = messages.sent === sent ? calm + 1 : 0) {
        await wait(answered);
        messages.askForNothing();
        sent = messages.sent;
        await wait(answered);
    }
    await wait(() => image.complete
        && (!sharp || image.naturalWidth > 1.5 * image.getAttribute('width')));
    const bytes = await (await fetch(image.src)).arrayBuffer();
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join(' ');
}"""

SAYS = """([root, patterns]) => {
    const texts = [...root.querySelectorAll('.widget-html-content')].map(part => part.textContent);
    return patterns.every(pattern => texts.some(text => new RegExp(pattern).test(text)));
}"""

# Finds parts that stick out of the output area to the right, and texts wider than their place.
CUT_OFF = """root => {
    const edge = root.closest('.jp-Cell-outputArea').getBoundingClientRect().right + 1;
    const name = part => part.className + ': ' + part.textContent.slice(0, 40);
    const parts = [...root.querySelectorAll('*')].filter(part => part.offsetParent);
    const out = parts.filter(part => part.matches('img, button, .widget-slider, .widget-html')
        && part.getBoundingClientRect().right > edge);
    const tight = parts.filter(part => part.matches('button, .widget-label, .widget-readout')
        && part.scrollWidth > part.clientWidth + 1);
    return [...out.map(part => 'sticks out: ' + name(part)),
            ...tight.map(part => 'text cut off: ' + name(part))];
}"""

TYPED = "slider => slider.parentElement.querySelector(':scope.posenc-typed input')"


class Slider:
    """A slider, whose ends are "Home" and "End"."""

    def __init__(self, page, root):
        self.label = root.query_selector(".widget-label").text_content()
        self.handle = root.query_selector(".noUi-handle")
        self.track = root.query_selector(".noUi-target")
        self.number = root.query_selector(".widget-readout")
        self.typed = root.evaluate_handle(TYPED).as_element()
        self._page = page

    def press(self, key: str):
        """Press a key while this slider has the focus."""
        self.handle.press(key)

    def type(self, text: str):
        """Type a number in the box over this slider's own number."""
        (self.typed or self.number).click()
        self._page.keyboard.press("ControlOrMeta+A")
        self._page.keyboard.type(text)
        self._page.keyboard.press("Enter")

    def drag_to_end(self):
        """Drag the handle beyond the right end with the mouse."""
        self.handle.hover()
        track = self.track.bounding_box()
        self._page.mouse.down()
        self._page.mouse.move(track["x"] + track["width"] + 12, track["y"], steps=6)
        self._page.mouse.up()

    def value(self) -> float:
        """Return where the handle is."""
        return float(self.handle.get_attribute("aria-valuenow"))

    def end(self, end: str) -> float:
        """Return where the handle is at an end."""
        name = "aria-valuemax" if end == "End" else "aria-valuemin"
        return float(self.handle.get_attribute(name))

    def wait_until_beyond(self, value: float):
        """Wait until the handle has moved beyond `value`."""
        self._page.wait_for_function(
            "([handle, value]) => Number(handle.getAttribute('aria-valuenow')) > value",
            arg=[self.handle, value],
        )


def sliders_in(notebook, place) -> list[Slider]:
    """Return all sliders below an element of a notebook."""
    return [Slider(notebook.page, root) for root in place.query_selector_all(".widget-slider")]


class Part:
    """An output of a notebook that is a widget.

    Parts are looked for below the element `root`, because a search from the top of the page would
    take longer than a frame. Texts are read as text contents, because inner texts are empty outside
    the window.
    """

    def __init__(self, notebook, place: int):
        self.notebook = notebook
        self.place = place
        widget = notebook.show(place).locator(".jp-OutputArea-output > .jupyter-widgets")
        self.root = widget.element_handle()

    def wait_until_dealt_with(self):
        """Wait until the kernel has dealt with everything that the page sent."""
        self.notebook.wait("panel.node.messages.open.size === 0")

    def height(self) -> float:
        """Return the height of the output area of the cell."""
        return self.root.evaluate("root => root.closest('.jp-Cell-outputArea').offsetHeight")

    def texts(self, selector: str) -> list[str]:
        """Return the texts of all parts that match a selector."""
        return self.root.eval_on_selector_all(selector, "all => all.map(part => part.textContent)")

    def cut_off(self) -> list[str]:
        """Return what does not fit into the page, one line for each part."""
        return self.root.evaluate(CUT_OFF)

    def buttons(self) -> list[str]:
        """Return the names of all buttons that set controls."""
        return self.texts("button.widget-button:not(.posenc-work)")

    def press(self, name: str, by: str = "keyboard"):
        """Press the button with this name, by "mouse" or "keyboard"."""
        buttons = self.root.query_selector_all("button")
        button = next(one for one in buttons if one.text_content() == name)
        if by == "mouse":
            button.click()
        else:
            button.press("Enter")


class Question(Part):
    """A prediction: buttons for the options, and a reply."""

    def buttons(self) -> list[str]:
        """Return the options."""
        return self.texts("button")

    def seen(self, part: str) -> str:
        """Return the visible text of a part of the card, for example the one visible reply."""
        return self.root.query_selector(part).inner_text().strip()

    def answer(self, option: str, by: str = "keyboard") -> str:
        """Choose an option and return the reply."""
        self.press(option, by)
        self.wait_until_dealt_with()
        return self.seen(".posenc-replies")


class Explorer(Part):
    """An explorer in the page: a picture and its controls."""

    def __init__(self, notebook, place: int):
        super().__init__(notebook, place)
        self.image = self.root.wait_for_selector("img.widget-image")

    def after(self, action, *arguments, sharp: bool = True) -> str:
        """Call `action` and return a digest of the picture that follows."""
        action(*arguments)
        return self.picture(sharp)

    def picture(self, sharp: bool = True) -> str:
        """Return a digest of the picture after everything so far is drawn.

        With `sharp`, wait for the sharp picture.
        """
        return self.notebook.page.evaluate(WAIT, [self.root, sharp, SETTLE_SECONDS])

    def reset(self):
        """Press *Reset* and wait for the picture."""
        self.after(self.press, "Reset", sharp=False)

    def alerts(self) -> list[str]:
        """Return the visible lines that say that something could not be drawn or has ended."""
        return self.root.eval_on_selector_all(
            "[role=alert]",
            "all => all.filter(one => one.offsetParent).map(one => one.textContent.trim())",
        )

    def covered(self) -> bool:
        """Return whether the picture waits for an answer."""
        return self.root.query_selector(".posenc-cover") is not None

    def wait_until_it_says(self, *patterns: str):
        """Wait until each of these regular expressions matches one of its texts."""
        self.notebook.page.wait_for_function(SAYS, arg=[self.root, patterns])

    def sliders(self) -> list[Slider]:
        """Return all sliders."""
        return sliders_in(self.notebook, self.root)

    def slider(self, label: str) -> Slider:
        """Return the slider with this label."""
        return next(slider for slider in self.sliders() if slider.label == label)

    def dropdowns(self) -> list:
        """Return all drop-down lists."""
        return self.root.query_selector_all(".widget-dropdown select")

    def players(self) -> list:
        """Return, for each player, the button that starts and stops it."""
        return self.root.query_selector_all(".widget-play button:first-child")

    def toggles(self) -> list[str]:
        """Return the names of all buttons that stay pressed."""
        return self.texts("button.widget-toggle-button:not(.posenc-more)")

    def unfold(self):
        """Show all controls, by pressing *More* if it is closed."""
        more = self.root.query_selector(".posenc-more:not(.mod-active)")
        if more and more.is_visible():
            more.press("Enter")
