"""A simulated student: signs in as a browser does, runs lessons and moves sliders."""

from __future__ import annotations

import json
import struct
import time
import uuid
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

import requests
import websocket

START_SECONDS = 300
REPLY_SECONDS = 60


class Step(NamedTuple):
    """A value that a slider was given, and the seconds to its picture, or None if it was lost."""

    value: int
    seconds: float | None


class Student:
    """Somebody in a class, known by a name."""

    def __init__(self, hub, name, password=None):
        self.hub = hub
        self.name = name
        self.password = password or f"{name} knows why"
        self.session = requests.Session()

    # The hub

    def sign_in(self, class_password=None):
        """Sign in; return the page that follows."""
        form = self.session.get(f"{self.hub.url}/hub/login")
        form.raise_for_status()
        data = {
            "username": self.name,
            "password": self.password,
            "class": self.hub.class_password if class_password is None else class_password,
            "_xsrf": self._token(f"{self.hub.url}/hub/"),
        }
        return self.session.post(
            f"{self.hub.url}/hub/login?next=/hub/home", data=data, timeout=REPLY_SECONDS
        )

    def start_server(self):
        """Ask for a server and wait until its page is there; return the page's address."""
        page = self.session.get(f"{self.hub.url}/hub/spawn", timeout=REPLY_SECONDS)
        until = time.monotonic() + START_SECONDS
        while f"/user/{self.name}/" not in urlsplit(page.url).path or page.status_code >= 400:
            if page.status_code == 500 or time.monotonic() > until:
                raise RuntimeError(f"no server for {self.name}: {page.status_code} at {page.url}")
            time.sleep(0.5)
            page = self.session.get(
                f"{self.hub.url}/hub/spawn-pending/{self.name}", timeout=REPLY_SECONDS
            )
        return page.url

    def of_the_hub(self, method, path, **data):
        """Return the hub's answer to a request of its REST interface, whatever it is."""
        hub = f"{self.hub.url}/hub/"
        return self.session.request(method, f"{hub}api/{path}", headers=self._header(hub), **data)

    def stop_server(self):
        """Ask the hub to end the server, and wait until it has."""
        while True:
            answer = self.of_the_hub("DELETE", f"users/{self.name}/server")
            if answer.status_code in (204, 400, 404):
                return
            time.sleep(0.5)

    # The server

    def ask(self, method, path, **data):
        """Return the answer of the student's server to a request of its REST interface."""
        url = f"{self._server()}{path}"
        answer = self.session.request(
            method, url, headers=self._header(self._server()), timeout=REPLY_SECONDS, **data
        )
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def open(self, path):
        """Open a notebook with a kernel, as JupyterLab does; return it."""
        content = self.ask("GET", f"api/contents/{path}")
        wanted = {"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}
        session = self.ask("POST", "api/sessions", json=wanted)
        return Notebook(self, content, session)

    def save(self, content):
        """Save a notebook that `open` has read and somebody has changed."""
        wanted = {"type": "notebook", "format": "json", "content": content["content"]}
        return self.ask("PUT", f"api/contents/{content['path']}", json=wanted)

    def socket(self, kernel, page):
        """Return a new websocket to a kernel, from a page that the server knows by a name."""
        url = f"{self._server()}api/kernels/{kernel}/channels?session_id={page}"
        return websocket.create_connection(
            url.replace("http", "ws", 1), cookie=self._cookies(url), timeout=REPLY_SECONDS
        )

    def _server(self):
        return f"{self.hub.url}/user/{self.name}/"

    def _cookies(self, url):
        prepared = self.session.prepare_request(requests.Request("GET", url))
        return prepared.headers.get("Cookie", "")

    def _token(self, url):
        """Return the token against forged requests that the page at this address was given."""
        found = [part.strip().partition("=") for part in self._cookies(url).split(";")]
        return next((value for name, _, value in found if name == "_xsrf"), "")

    def _header(self, url):
        return {"X-XSRFToken": self._token(url)}


class Notebook:
    """A notebook open in a page: its cells, its kernel, and the widgets that the page shows."""

    def __init__(self, student, content, session):
        self.student = student
        self.content = content
        self.kernel = session["kernel"]["id"]
        self.widgets = {}  # by id, the state that the kernel sent at first
        self.errors = []
        self.states = []  # of the kernel, as it said
        self.page = uuid.uuid4().hex
        self.connect()

    @property
    def sources(self):
        cells = self.content["content"]["cells"]
        return [cell["source"] for cell in cells if cell["cell_type"] == "code"]

    def connect(self):
        """Open a websocket to the kernel."""
        self.socket = self.student.socket(self.kernel, self.page)

    def close(self):
        self.socket.close()

    def reconnect(self):
        """Open a new websocket, as a page does whose last one broke."""
        self.close()
        self.connect()

    def restart(self):
        """Restart the kernel, and connect to it again."""
        self.close()
        self.student.ask("POST", f"api/kernels/{self.kernel}/restart")
        self.widgets.clear()
        self.connect()

    def run_all(self):
        """Run all cells; return the seconds to the first picture that moves, and to the end."""
        begin = time.perf_counter()
        first = None
        for source in self.sources:
            self.run(source)
            if first is None and self.named("ImageModel"):
                first = time.perf_counter() - begin
        return first, time.perf_counter() - begin

    def run(self, source):
        """Run a cell; return what it printed."""
        content = {
            "code": source, "silent": False, "store_history": True, "user_expressions": {},
            "allow_stdin": False, "stop_on_error": False,
        }  # fmt: skip
        return "".join(self._printed(self.send("execute_request", content)))

    def send(self, kind, content):
        """Send a message to the kernel; return its id."""
        header = {
            "msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": "page",
            "date": "", "version": "5.3",
        }  # fmt: skip
        self.socket.send(
            json.dumps({
                "channel": "shell", "header": header, "parent_header": {}, "metadata": {},
                "content": content, "buffers": [],
            })
        )  # fmt: skip
        return header["msg_id"]

    def messages(self, seconds=REPLY_SECONDS):
        """Yield what the kernel sends, and keep note of widgets and errors."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.socket.settimeout(left)
            kind, frame = self.socket.recv_data_frame(control_frame=True)
            if kind == websocket.ABNF.OPCODE_CLOSE:
                raise ConnectionError("the server has closed the connection")
            if kind in (websocket.ABNF.OPCODE_TEXT, websocket.ABNF.OPCODE_BINARY):
                message = unpacked(frame.data)
                self._keep(message)
                yield message

    def rest(self, seconds):
        """Do nothing for a while but answer when the server asks whether the page is there."""
        with suppress(websocket.WebSocketTimeoutException):
            for _ in self.messages(seconds):
                pass

    def _printed(self, request):
        for message in self.messages():
            if message["msg_type"] == "stream":
                yield message["content"]["text"]
            if is_idle(message, request):
                return
        raise TimeoutError("a cell did not end")

    def _keep(self, message):
        content = message["content"]
        if message["msg_type"] == "comm_open":
            self.widgets[content["comm_id"]] = content["data"].get("state", {})
        if message["msg_type"] == "status":
            self._keep_state(content["execution_state"])
        if message["msg_type"] == "error":
            self.errors.append(f"{content['ename']}: {content['evalue']}")

    def _keep_state(self, state):
        self.states.append(state)
        if state == "restarting":
            self.widgets.clear()  # they were the last kernel's

    def named(self, model, label=None):
        """Return the ids of the widgets of a model, and with a label if one is asked for."""
        return [
            name
            for name, state in self.widgets.items()
            if state.get("_model_name") == model and label in (None, state.get("description"))
        ]

    def explorer(self, label):
        """Return the ids of the first slider with this label and of the first picture."""
        return self.named("SelectionSliderModel", label)[0], self.named("ImageModel")[0]

    def move(self, explorer, index, patience=REPLY_SECONDS):
        """Move a slider; return the step: the seconds until its picture has come."""
        return self.wait_for_step(explorer, self.send_step(explorer, index), index, patience)

    def send_step(self, explorer, index):
        """Send what a page sends for a step of a slider; return the message's id."""
        data = {"method": "update", "state": {"index": index}, "buffer_paths": []}
        return self.send("comm_msg", {"comm_id": explorer[0], "data": data})

    def wait_for_step(self, explorer, request, index, patience=REPLY_SECONDS):
        """Wait for the picture of a step that was sent."""
        begin = time.perf_counter()
        image, answered = explorer[1], False
        try:
            for message in self.messages(patience):
                answered = answered or is_idle(message, request)
                if answered and is_picture(message, image):
                    return Step(index, time.perf_counter() - begin)
        except (TimeoutError, websocket.WebSocketException, OSError):
            pass
        return Step(index, None)


def unpacked(message):
    """Return a message of the kernel, without the pictures that it carries."""
    if not message.startswith(b"{"):
        (count,) = struct.unpack_from(">I", message)
        offsets = [*struct.unpack_from(f">{count}I", message, 4), len(message)]
        message = message[offsets[0] : offsets[1]]
    found = json.loads(message)
    return found | {"msg_type": found["header"]["msg_type"]}


def is_idle(message, request):
    """Return whether the kernel says that it has dealt with a request."""
    return (
        message["msg_type"] == "status"
        and message["content"]["execution_state"] == "idle"
        and message["parent_header"].get("msg_id") == request
    )


def is_picture(message, image):
    """Return whether a message brings a new picture to the widget `image`."""
    return (
        message["msg_type"] == "comm_msg"
        and message["content"]["comm_id"] == image
        and ["value"] in message["content"]["data"].get("buffer_paths", [])
    )
