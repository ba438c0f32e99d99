"""Linux on X11: windows and input by the X protocol, elements by AT-SPI."""
