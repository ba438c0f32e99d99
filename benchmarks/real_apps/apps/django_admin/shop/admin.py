from django.contrib import admin

from shop.models import Category, Order, Product, Tag

admin.site.register([Category, Tag])


@admin.action(description="Mark as sold out")
def sell_out(_admin, _request, products):
    products.update(stock=0)


@admin.register(Product)
class ProductAdmin(admin.ModelAdmin):
    list_display = ("name", "category", "price", "stock", "is_active")
    list_filter = ("category", "is_active")
    search_fields = ("name",)
    actions = (sell_out,)


@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    list_display = ("customer", "product", "quantity", "status")
    list_filter = ("status",)
    list_editable = ("status",)
