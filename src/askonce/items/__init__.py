"""The items of a flow as pydantic models: scripts are written in them, and Midscene's caches hold them."""
