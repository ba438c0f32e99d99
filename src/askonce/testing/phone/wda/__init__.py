"""The sample phone as an iPhone: WebDriverAgent, and the service that reaches it by cable."""
