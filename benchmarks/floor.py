"""Make the floor, with which an explorer is compared. It runs inside a notebook's kernel."""

import ipywidgets as widgets

FRAMES = 60


def floor(explorer):
    """Return the sliders of `explorer` and an Image that shows frames drawn in advance."""
    image = widgets.Image(value=explorer.live.image.value, layout=explorer.live.shown.layout)
    sliders = [slider(explorer, name, image) for name in explorer.controls if stops(explorer, name)]
    return widgets.VBox([widgets.HBox(sliders, layout={"flex_flow": "row wrap"}), image])


def stops(explorer, name):
    """Return the stops of a slider around its opening value, or none for a list of names."""
    control = explorer.controls[name]
    if isinstance(control, widgets.Dropdown):
        return []
    every = list(control.stops)
    first = max(0, min(every.index(control.value) - FRAMES // 2, len(every) - FRAMES))
    return every[first : first + FRAMES]


def slider(explorer, name, image):
    """Return a slider that puts frames into `image`, which `explorer` has drawn at its stops."""
    control, frames = explorer.controls[name], {}
    for stop in stops(explorer, name):
        explorer.apply(**{name: stop})
        frames[stop] = explorer.live.image.value
    explorer.reset()
    inner = getattr(control, "slider", control)
    look = {"description": name, "layout": inner.layout, "style": inner.style}
    moved = widgets.SelectionSlider(options=list(frames), value=control.value, **look)
    moved.observe(lambda change: setattr(image, "value", frames[change.new]), names="value")
    return moved
