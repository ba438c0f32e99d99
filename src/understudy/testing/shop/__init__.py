"""A small web shop that ships with Understudy: the stage for the demo, the examples and first attempts of your own."""

from understudy.testing.shop.server import SampleShop
from understudy.testing.shop.visit import ACCOUNTS, Line, Order, Visit

__all__ = ["ACCOUNTS", "Line", "Order", "SampleShop", "Visit"]
