"""What an explorer is compared with; runs inside a notebook's kernel."""

import ipywidgets as widgets

FRAMES = 100


def floor(explorer, name):
    """Return a slider and an Image that shows frames rendered beforehand: nothing is drawn.

    Its steps are those around where the slider `name` of `explorer` opens.
    """
    control, live = explorer.controls[name], explorer.live
    stops = list(control.stops)
    first = max(0, min(stops.index(control.value) - FRAMES // 2, len(stops) - FRAMES))
    frames = {}
    for stop in stops[first : first + FRAMES]:
        explorer.apply(**{name: stop})
        frames[stop] = live.image.value
    middle = stops[first + len(frames) // 2]
    image = widgets.Image(value=frames[middle], format="png", layout=live.image.layout)
    inner = getattr(control, "slider", control)
    look = {"description": name, "layout": inner.layout, "style": inner.style}
    slider = widgets.SelectionSlider(options=list(frames), value=middle, **look)
    slider.observe(lambda change: setattr(image, "value", frames[change.new]), names="value")
    return widgets.VBox([slider, image])
