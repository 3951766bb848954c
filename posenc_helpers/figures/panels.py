"""Panels: axes side by side, of which the first has numbers and a name at its left."""


def panels(drawing, titles, left, bottom, width, height, *, gap, ylabel="", **settings):
    """Return axes of one size, one for each title, with `gap` pixels between them."""
    places = ((left + k * (width + gap), bottom, width, height) for k in range(len(titles)))
    axes = [drawing.add_axes(*place, **settings) for place in places]
    for ax, title in zip(axes, titles, strict=True):
        ax.set_title(title)
        ax.tick_params(labelleft=ax is axes[0])
    axes[0].set_ylabel(ylabel)
    return axes
