from datetime import date

from django.contrib.auth.models import User

from shop.models import Category, Order, Product, Tag

PRODUCTS = [
    ("Red mug", "Mugs", "8.50", 12, True),
    ("Blue mug", "Mugs", "9.00", 3, True),
    ("Teapot", "Teaware", "24.90", 5, True),
    ("Tea towel", "Linen", "6.20", 0, False),
    ("Bread knife", "Cutlery", "14.00", 7, True),
    ("Butter knife", "Cutlery", "4.75", 20, True),
    ("Milk jug", "Teaware", "11.30", 2, True),
    ("Soup bowl", "Bowls", "7.80", 9, False),
]
ORDERS = [("Anna Berg", 1, 2, "new"), ("Carl Dahl", 3, 1, "paid"), ("Eva Falk", 6, 4, "shipped")]


def fill():
    User.objects.create_superuser("admin", "admin@example.com", "tester-of-shops")
    for name in ("anna", "bob", "carla"):
        User.objects.create_user(name, f"{name}@shop.example", is_staff=name == "anna")
    categories = {name: Category.objects.create(name=name) for name in ("Bowls", "Cutlery", "Linen", "Mugs", "Teaware")}
    for name in ("Gift", "Kitchen", "Sale"):
        Tag.objects.create(name=name)
    for name, category, price, stock, is_active in PRODUCTS:
        product = Product(name=name, category=categories[category], price=price, stock=stock, is_active=is_active)
        product.released = date(2024, 1, 15)
        product.save()
    for customer, product, quantity, status in ORDERS:
        Order.objects.create(customer=customer, product_id=product, quantity=quantity, status=status)
