"""A shop: it is logged in to, has products, and a basket."""
