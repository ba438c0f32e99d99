"""A small web shop that ships with Askonce, for the demo, the examples and your own experiments."""

from askonce.testing.shop.shop_server import SampleShop
from askonce.testing.shop.visit import ACCOUNTS, Line, Order, Visit

__all__ = ["ACCOUNTS", "Line", "Order", "SampleShop", "Visit"]
