"""A small web shop that ships with Askonce: the stage for the demo, the examples and first attempts of your own."""

from askonce.testing.shop.shop_server import SampleShop
from askonce.testing.shop.visit import ACCOUNTS, Line, Order, Visit

__all__ = ["ACCOUNTS", "Line", "Order", "SampleShop", "Visit"]
