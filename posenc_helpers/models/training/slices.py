"""Long work in short slices, on the event loop that runs anyway: no thread, no waiting."""

import asyncio
import math
import time

SLICE_SECONDS = 0.03


class Slices:
    """Work that goes on while controls answer.

    `work` is an iterator that does a little between one item and the next. `after_slice` is
    called with this object after each slice and at the end; then `ended` is true, and `error` holds
    what went wrong, if anything. Each slice holds `lock`. Without a running event loop all is done
    at once.
    """

    def __init__(self, work, after_slice, lock):
        self._work, self._after_slice, self._lock = work, after_slice, lock
        self.ended = False
        self.error: Exception | None = None

    def start(self):
        """Begin, and return at once if an event loop runs in this thread."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # plain Python: nothing else is waiting for a turn
            self._slice(math.inf)
        else:
            loop.call_later(0, self._go_on, loop)

    def cancel(self):
        """Do nothing more; what has been done stays."""
        self.ended = True

    def _go_on(self, loop):
        self._slice(SLICE_SECONDS)
        if not self.ended:
            loop.call_later(0, self._go_on, loop)

    def _slice(self, seconds):
        with self._lock:
            if self.ended:
                return
            until = time.monotonic() + seconds
            try:
                for _ in self._work:
                    if time.monotonic() > until:
                        break
                else:
                    self.ended = True
            except Exception as error:  # whatever it is, the controls must live on
                self.ended, self.error = True, error
            self._after_slice(self)
