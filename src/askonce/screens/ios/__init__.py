"""iPhones and iPads, through WebDriverAgent."""
