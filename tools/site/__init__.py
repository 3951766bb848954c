"""The course as a web site: the page to send, a page for each lesson, Python in them."""
