"""Time steps and drags of a slider in the browser, from the hand to the painted frame."""

from statistics import median
from typing import NamedTuple

from tools.browser.explorer import sliders_in

DRAG_SECONDS = 3.0
# The picture is at rest if nothing is left to do and no frame has come for QUIET_SECONDS, or
# SHARP_SECONDS after a sharp frame, because no frame follows that.
QUIET_SECONDS, SHARP_SECONDS = 0.5, 0.1

# A frame counts as painted at the first message after the animation frame that follows the loading
# of the image. It is sharp if it has twice the pixels of the screen.
RECORD = """() => {
    if (window.recorded) return;
    window.recorded = {keys: [], frames: []};
    const painted = sharp => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () =>
            recorded.frames.push({time: performance.now(), sharp});
        channel.port2.postMessage(0);
    });
    document.addEventListener('keydown', event => recorded.keys.push(event.timeStamp), true);
    document.addEventListener('load', ({target}) => {
        if (target.tagName === 'IMG')
            painted(target.naturalWidth > 1.5 * target.getBoundingClientRect().width);
    }, true);
}"""

FORGET = "() => { recorded.keys = []; recorded.frames = []; }"

# The hand moves to and fro over the middle of the slider, once per frame of the screen, and is
# released in full motion.
DRAG = """([handle, seconds]) => new Promise(done => {
    const box = handle.closest('.noUi-target').getBoundingClientRect();
    const send = (type, clientX) => handle.dispatchEvent(new MouseEvent(type, {
        bubbles: true, cancelable: true, view: window, buttons: type === 'mouseup' ? 0 : 1,
        clientX, clientY: box.y + box.height / 2,
    }));
    const begin = performance.now();
    const place = seconds => box.x + box.width * (0.5 + 0.4 * Math.sin(Math.PI * seconds));
    const step = () => {
        const now = (performance.now() - begin) / 1000;
        send('mousemove', place(now));
        if (now < seconds) return requestAnimationFrame(step);
        send('mouseup', place(now));
        done([begin, performance.now()]);
    };
    send('mousedown', place(0));
    step();
})"""

AT_REST = f"""panel.node.messages.open.size === 0 && recorded.frames.slice(-1).every(frame =>
    performance.now() - frame.time > (frame.sharp ? {SHARP_SECONDS} : {QUIET_SECONDS}) * 1000)"""


class Drag(NamedTuple):
    """What the eye saw of one drag: frames per second, and milliseconds from its release."""

    frame_rate: float
    to_last_frame: float


class Meter:
    """Measure one slider, and keep the results in `steps` and `drags`."""

    def __init__(self, notebook, place: int, label: str):
        """Find the slider with this label in the cell at `place`."""
        self.notebook = notebook
        self.place = place
        sliders = sliders_in(notebook, notebook.show(place).element_handle())
        (self.slider,) = [one for one in sliders if one.label == label]
        self._rises = self.slider.value() * 2 < sum(map(self.slider.end, ("Home", "End")))
        self.steps: list[float] = []
        self.drags: list[Drag] = []
        notebook.page.evaluate(RECORD)

    def prepare(self):
        """Bring the picture into view and wait until it is at rest."""
        self.notebook.show(self.place)
        self.wait_until_at_rest()

    def wait_until_at_rest(self):
        """Wait until nothing is left to do and no frame has come for a while."""
        self.notebook.wait(AT_REST)

    def step(self):
        """Press an arrow key, and keep the milliseconds to the first painted frame.

        At an end, press the other arrow key.
        """
        self.prepare()
        if self.slider.value() == self.slider.end("End" if self._rises else "Home"):
            self._rises = not self._rises
        key = "ArrowRight" if self._rises else "ArrowLeft"
        page = self.notebook.page
        self.slider.handle.focus()
        page.evaluate(FORGET)
        page.keyboard.press(key)
        page.wait_for_function("recorded.frames.length > 0", polling=100)
        key, frame = page.evaluate("[recorded.keys[0], recorded.frames[0].time]")
        self.steps.append(frame - key)

    def drag(self):
        """Drag for some seconds, release the slider, and keep what followed."""
        self.prepare()
        page = self.notebook.page
        page.evaluate(FORGET)
        handle = self.slider.handle
        begin, release = page.evaluate(DRAG, [handle, DRAG_SECONDS])
        since = f"performance.now() > {release} + 1000 * {QUIET_SECONDS}"
        page.wait_for_function(since, polling=100)
        self.wait_until_at_rest()
        frames = page.evaluate("recorded.frames")
        plain = [frame["time"] for frame in frames if not frame["sharp"]]
        rate = sum(begin < time <= release for time in plain) / DRAG_SECONDS
        self.drags.append(Drag(rate, max(0.0, plain[-1] - release)))

    def drag_median(self) -> Drag:
        """Return the median of each number over all drags."""
        return Drag(*map(median, zip(*self.drags, strict=True)))
