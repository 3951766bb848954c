"""Make the two cuts of Inter that the figures use, with few signs and with digits of one width.

    .venv/bin/python -m tools.data.font "Inter[opsz,wght].ttf"

The variable font is in the package fontpkg-inter 4.1 (SIL Open Font License 1.1). Matplotlib
supports neither axes nor features of a font, so this module fixes the weight, the size and the
digits of one width.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

TARGET = Path(__file__).resolve().parents[2] / "posenc_helpers" / "fonts"
FAMILY = "Posenc Inter"
CUTS = {"Regular": (420, 400), "Bold": (640, 700)}  # drawn weight, and the weight to find it by
SIGNS = "−×·…°±√²³⁰¹⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃ΔΩΣαβγδεθλμπφωσ≠≈≤≥∞→←↑↓▼▲◆●○■□△▽“”‘’–—éäöüß✓✗"
SPACE = 0.31  # em: more than Inter's own space, to separate words at small sizes


def one_width(font: TTFont) -> dict[str, str]:
    """Return the glyphs that the font's feature `tnum` replaces, each with its replacement."""
    table, found = font["GSUB"].table, {}
    features = (one.Feature for one in table.FeatureList.FeatureRecord if one.FeatureTag == "tnum")
    for index in (k for feature in features for k in feature.LookupListIndex):
        for part in table.LookupList.Lookup[index].SubTable:
            found |= getattr(part, "ExtSubTable", part).mapping
    return found


def cut(source: str, style: str) -> TTFont:
    """Return one cut of the variable font, with only the signs of this course."""
    drawn, found_by = CUTS[style]
    font = instancer.instantiateVariableFont(TTFont(source), {"opsz": 14, "wght": drawn})
    tabular = one_width(font)
    for table in font["cmap"].tables:
        for code, glyph in table.cmap.items():
            if chr(code) in "0123456789.,−+-":
                table.cmap[code] = tabular.get(glyph, glyph)
    options = subset.Options(layout_features=["kern"], hinting=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes={*range(0x20, 0x7F), *map(ord, SIGNS)})
    subsetter.subset(font)
    font["hmtx"]["space"] = int(font["head"].unitsPerEm * SPACE), 0
    for number, text in ((1, FAMILY), (2, style), (4, f"{FAMILY} {style}"), (6, f"Posenc-{style}")):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = found_by
    fit_lines(font)
    return font


def fit_lines(font: TTFont):
    """Make a line as high as the distance from the top of an l to the bottom of a p.

    From version 3.11 on, Matplotlib takes the height of a line from the font, and before from these
    two letters. If both are equal, texts have the same places in all versions.
    """
    top, bottom = (font["glyf"][letter] for letter in "lp")
    sizes = font["OS/2"]
    sizes.sTypoAscender, sizes.sTypoDescender = top.yMax, bottom.yMin
    sizes.sTypoLineGap = round(0.2 * top.yMax)  # as Matplotlib added, only between lines


if __name__ == "__main__":
    for name in CUTS:
        cut(sys.argv[1], name).save(TARGET / f"PosencInter-{name}.ttf")
