"""What the sliders of the explorers are compared with; runs inside a notebook's kernel."""

import ipywidgets as widgets

FLOOR_FRAMES = 100
SIZE = (9.0, 4.7)  # inches, at 100 pixels an inch: the size of the explorers' pictures


def floor(explorer, name):
    """Return a slider like that of `explorer` and an Image: pre-rendered frames, nothing drawn."""
    control = explorer.controls[name]
    slider = copy(control)
    frames = pre_rendered(explorer, control)
    image = widgets.Image(format="png", layout=explorer.live.image.layout)
    show(image, frames, index(slider))
    slider.observe(lambda change: show(image, frames, index(slider)), names="value")
    return widgets.VBox([slider, image])


def pre_rendered(explorer, control):
    """Return the frames of the steps around where `control` stands, by step modulo their number."""
    first = max(0, min(index(control) - FLOOR_FRAMES // 2, last_index(control) - FLOOR_FRAMES + 1))
    frames = {}
    for step in range(first, min(first + FLOOR_FRAMES, last_index(control) + 1)):
        set_index(control, step)
        explorer.refresh()  # at once, not when this cell has run
        frames[step % FLOOR_FRAMES] = explorer.live.image.value
    return frames


def show(image, frames, step):
    image.value = frames[step % FLOOR_FRAMES]


def copy(control):
    """Return a plain slider of ipywidgets like `control`."""
    look = {"description": control.description, "layout": control.layout, "style": control.style}
    if isinstance(control, widgets.SelectionSlider):
        return widgets.SelectionSlider(options=control.options, index=control.index, **look)
    names = ("min", "max", "step", "value", "readout_format")
    plain = widgets.FloatSlider if isinstance(control, widgets.FloatSlider) else widgets.IntSlider
    return plain(**{name: getattr(control, name) for name in names}, **look)


def index(control):
    """Return at which step `control` stands."""
    if isinstance(control, widgets.SelectionSlider):
        return control.index
    return round((control.value - control.min) / control.step)


def last_index(control):
    """Return the number of the last step of `control`."""
    if isinstance(control, widgets.SelectionSlider):
        return len(control.options) - 1
    return round((control.max - control.min) / control.step)


def set_index(control, step):
    """Move `control` to a step."""
    if isinstance(control, widgets.SelectionSlider):
        control.index = step
    else:
        control.value = control.min + step * control.step


def new_figure_each_step(seq_len, d_model):
    """Show a heatmap as tutorials do: interact, and a new figure for each step."""
    import matplotlib.pyplot as plt

    import posenc_helpers as pe

    def draw(exponent):
        plt.figure(figsize=SIZE)
        table = pe.positional_encoding(seq_len, d_model, base=10**exponent)
        plt.imshow(table, cmap="RdBu_r", aspect="auto", vmin=-1, vmax=1)
        plt.colorbar(label="value")
        plt.xlabel("dimension")
        plt.ylabel("position")
        plt.show()

    slider = widgets.FloatSlider(value=4, min=0, max=8, step=0.05)
    widgets.interact(draw, exponent=slider)


def ipympl_set_data(seq_len, d_model):
    """Show a heatmap with ipympl: one figure, whose image gets new data."""
    import matplotlib.pyplot as plt

    import posenc_helpers as pe

    figure, axes = plt.subplots(figsize=SIZE)
    table = pe.positional_encoding(seq_len, d_model)
    image = axes.imshow(table, cmap="RdBu_r", aspect="auto", vmin=-1, vmax=1)
    figure.colorbar(image, label="value")

    def draw(change):
        image.set_data(pe.positional_encoding(seq_len, d_model, base=10**change.new))
        figure.canvas.draw_idle()

    slider = widgets.FloatSlider(value=4, min=0, max=8, step=0.05)
    slider.observe(draw, names="value")
    return widgets.VBox([slider, figure.canvas])
