"""Page object for a notebook that is open in JupyterLab."""

from tools.browser.explorer import Explorer, Question

RUN_SECONDS = 1_200  # the same as nbval gives each cell
POLL_MILLISECONDS = 40  # at every frame of the screen, polling would slow what is measured
WIDGET = "application/vnd.jupyter.widget-view+json"
TROUBLE = ("Error displaying widget", "model not found")

FIND_PANEL = """path => {
    const shell = window.jupyterapp && window.jupyterapp.shell;
    for (const panel of shell ? shell.widgets('main') : [])
        if (panel.context && panel.context.path === path) return panel;
}"""

IS_OPEN = "panel.content.widgets.length > 0 && panel.context.isReady && panel.isVisible"

IS_READY = """panel.sessionContext.isReady && panel.sessionContext.session.kernel
    && panel.sessionContext.session.kernel.connectionStatus === 'connected'
    && panel.sessionContext.session.kernel.status === 'idle'"""

HAS_RUN = """panel.content.widgets.every(cell => cell.model.type !== 'code'
    || !cell.model.sharedModel.getSource().trim() || cell.model.executionCount)"""

# Start runs to this picture. The stored one does not count.
STARTED = f"""panel.content.widgets[5].model.outputs.toJSON().some(
    output => '{WIDGET}' in (output.data ?? {{}}))"""

RAISED = """panel.content.widgets.some(cell => cell.model.type === 'code'
    && cell.model.outputs.toJSON().some(output => output.output_type === 'error'))"""

# Keeps in panel.node.messages how many widget messages were sent, and which of them the kernel has
# not dealt with yet. `askForNothing` sends another message to the same place as the last, which
# changes nothing.
RECORD_MESSAGES = """(() => {
    const session = panel.sessionContext;
    let last;
    const messages = panel.node.messages = {open: new Set(), sent: 0, askForNothing() {
        const data = {method: 'custom', content: {}};
        if (last) session.session.kernel.sendShellMessage({
            ...last, buffers: [], content: {...last.content, data},
            header: {...last.header, msg_id: crypto.randomUUID()},
        }, false, true);
    }};
    session.session.anyMessage.connect((_, {msg, direction}) => {
        if (direction !== 'send' || msg.header.msg_type !== 'comm_msg') return;
        messages.open.add(msg.header.msg_id);
        messages.sent += 1;
        last = msg;
    });
    session.iopubMessage.connect((_, msg) => {
        if (msg.header.msg_type === 'status' && msg.content.execution_state === 'idle')
            messages.open.delete(msg.parent_header.msg_id);
    });
})()"""

CODE_CELLS = """panel.content.widgets.map((cell, place) => cell.model.type === 'code' && {
    place,
    source: cell.model.sharedModel.getSource(),
    outputs: cell.model.outputs.toJSON().map(({data, ...output}) => (
        {...output, kinds: Object.keys(data ?? {})})),
}).filter(cell => cell)"""


class Notebook:
    """A notebook in a page of JupyterLab. `console` keeps the errors that the page reports."""

    def __init__(self, page, path: str):
        """Open the notebook at `path` in a window of JupyterLab, beside other open notebooks."""
        self.page = page
        self.path = path
        self.console: list[str] = []
        page.on("console", self._keep_message)
        page.on("pageerror", self._keep_error)
        page.evaluate(
            "path => { window.jupyterapp.commands.execute('docmanager:open', {path}); }", path
        )
        self.wait(IS_OPEN)
        self.root = page.locator(f"[id='{self.ask('panel.id')}']")

    def _keep_message(self, message):
        if message.type == "error":
            self.console.append(message.text)

    def _keep_error(self, error):
        if "Canceled future" not in str(error):  # an ended kernel leaves requests unanswered
            self.console.append(str(error))

    def ask(self, expression: str):
        """Return the value of the JavaScript `expression` of `panel` in the page."""
        return self.page.evaluate(_of_panel(expression), self.path)

    def wait(self, condition: str):
        """Wait until the JavaScript `condition` of `panel` holds."""
        self.page.wait_for_function(
            _of_panel(condition), arg=self.path, timeout=1000 * RUN_SECONDS,
            polling=POLL_MILLISECONDS,
        )  # fmt: skip

    def wait_until_ready(self):
        """Wait until the kernel is connected and idle."""
        self.wait(IS_READY)

    def run_all(self):
        """Run all cells, as the Run menu does, and wait for the last, or for an error."""
        self.begin()
        self.wait(f"window.ran && ({HAS_RUN} || {RAISED})")  # no cell runs after an error
        self.wait_until_ready()

    def begin(self):
        """Run all cells, and do not wait for any."""
        self.record()
        self._command("runmenu:run-all")

    def start(self):
        """Press Start, which runs the cells up to the first picture, and wait until it is done."""
        self.record()
        self.root.get_by_role("button", name="Start", exact=True).click()
        self.wait(f"{STARTED} && panel.content.activeCellIndex === 2")

    def record(self):
        """Record from now on the messages about widgets between the page and the kernel."""
        self.wait_until_ready()
        if not self.ask("panel.node.messages"):
            self.ask(RECORD_MESSAGES)

    def restart(self):
        """Restart the kernel, as the Kernel menu does, and confirm it."""
        self._command("kernelmenu:restart")
        self.page.locator(".jp-Dialog button.jp-mod-accept").click()

    def _command(self, name):
        self.activate()
        self.page.evaluate(
            "name => { window.ran = false;"
            " window.jupyterapp.commands.execute(name).then(() => window.ran = true); }",
            name,
        )

    def activate(self):
        """Bring this notebook to the front of its window."""
        self.page.evaluate(
            f"path => {{ window.jupyterapp.shell.activateById(({FIND_PANEL})(path).id); }}",
            self.path,
        )
        self.wait("panel.isVisible")

    def use_theme(self, name: str):
        """Change JupyterLab's theme."""
        self.page.evaluate(
            "theme => { window.jupyterapp.commands.execute('apputils:change-theme', {theme}); }",
            name,
        )
        self.page.wait_for_function(
            "name => document.body.dataset.jpThemeName === name && !jupyterapp.shell.isHidden",
            arg=name,
        )

    def code_cells(self) -> list[dict]:
        """Return the place, source and outputs of each code cell.

        Instead of its data, each output has only their kinds.
        """
        return self.ask(CODE_CELLS)

    def errors(self) -> list[str]:
        """Return all error outputs and all texts that were written to stderr."""
        outputs = [output for cell in self.code_cells() for output in cell["outputs"]]
        raised = [o["evalue"] for o in outputs if o["output_type"] == "error"]
        return raised + [o["text"] for o in outputs if o.get("name") == "stderr"]

    def faults(self) -> list[str]:
        """Return the messages of broken widgets in the page, and the errors that the page reported.

        It waits for widgets that are still loading.
        """
        self.wait("!panel.node.textContent.includes('Loading widget')")
        text = self.ask("panel.node.textContent")
        return [message for message in TROUBLE if message.lower() in text.lower()] + self.console

    def show(self, place: int):
        """Scroll the cell at `place` into view and return its locator.

        It waits for the cell, because JupyterLab puts cells into the page one by one, when the
        browser is idle.
        """
        self.wait(f"panel.content.widgets[{place}].node.isConnected")
        self.ask(f"panel.content.widgets[{place}].node.dataset.place = {place}")
        self.ask(f"panel.content.scrollToItem({place}, 'start')")
        cell = self.root.locator(f"[data-place='{place}']")
        cell.scroll_into_view_if_needed()
        return cell

    def explorers(self) -> list[Explorer]:
        """Return the explorers that the notebook shows."""
        return [Explorer(self, place) for place in self._widgets_with("image/png")]

    def questions(self) -> list[Question]:
        """Return the predictions that the notebook shows."""
        return [Question(self, place) for place in self._widgets_with("text/html")]

    def _widgets_with(self, kind):
        """Return the place of each cell that shows a widget and also has this kind of output."""
        outputs = [
            (cell["place"], output) for cell in self.code_cells() for output in cell["outputs"]
        ]
        return [place for place, output in outputs if {WIDGET, kind} <= set(output["kinds"])]

    def close(self):
        """Close the notebook without saving it."""
        self.ask("panel.dispose()")


def _of_panel(expression):
    return f"path => {{ const panel = ({FIND_PANEL})(path); return panel && ({expression}); }}"
