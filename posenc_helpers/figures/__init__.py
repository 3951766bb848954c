from posenc_helpers.webpage import hush_search_for_fonts

hush_search_for_fonts()  # before any module here imports Matplotlib
