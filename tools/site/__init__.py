"""The course as a web site: JupyterLite with the lessons, their pages and slides, a front page."""
