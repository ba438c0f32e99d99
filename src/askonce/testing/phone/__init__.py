"""A phone to try things on, and to test your own phone flows with offline. No device and no adb program is needed.

from askonce.testing.phone import PhoneRecords, SamplePhone

with SamplePhone() as phone:
    phone.receive("+15551234", "todo.md")
    ...                                       # drive it by phone.serial or phone.adb_server
    assert phone.records.contacts == [...]
"""

from askonce.testing.apps.app_records import Contact
from askonce.testing.phone.activity import Activity, Alert, PhoneApp
from askonce.testing.phone.apps.app_table import APPS
from askonce.testing.phone.apps.calendar.calendar_events import CalendarEvent
from askonce.testing.phone.apps.expenses.expense_records import Expense
from askonce.testing.phone.apps.markor.note_files import NoteFiles
from askonce.testing.phone.apps.recipes.recipe_records import Recipe
from askonce.testing.phone.apps.shop.shop_screens import SHOP
from askonce.testing.phone.apps.sms.text_messages import Sms
from askonce.testing.phone.phone_records import PhoneRecords
from askonce.testing.phone.sample_phone import SamplePhone

__all__ = [
    "APPS",
    "SHOP",
    "Activity",
    "Alert",
    "CalendarEvent",
    "Contact",
    "Expense",
    "NoteFiles",
    "PhoneApp",
    "PhoneRecords",
    "Recipe",
    "SamplePhone",
    "Sms",
]
