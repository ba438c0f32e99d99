"""The apps that are installed on a sample phone."""

from __future__ import annotations

from askonce.testing.phone.activity import PhoneApp
from askonce.testing.phone.apps.calendar.calendar_screens import MonthView
from askonce.testing.phone.apps.contacts.contact_screens import ContactEditor, ContactList
from askonce.testing.phone.apps.expenses.expense_screens import ExpenseList
from askonce.testing.phone.apps.launcher.home_screen import HomeScreen
from askonce.testing.phone.apps.markor.note_screens import Notebook
from askonce.testing.phone.apps.recipes.recipe_screens import RecipeList
from askonce.testing.phone.apps.sample.contract_app import ContractSample
from askonce.testing.phone.apps.sms import message_screens
from askonce.testing.phone.apps.sms.message_screens import ThreadList
from askonce.testing.phone.system_windows import LAUNCHER
from askonce.testing.phone.views import ADD, DAYS, EDIT, LEAF, PERSON, PURSE, SPEECH

APPS = (
    PhoneApp("Launcher", LAUNCHER, HomeScreen, activities=(HomeScreen.name,)),
    PhoneApp(
        "Contacts",
        "com.google.android.contacts",
        ContactList,
        icon=PERSON,
        color="#3b6fd4",
        activities=(ContactList.name, ContactEditor.name),
    ),
    PhoneApp(
        "Simple SMS Messenger",
        message_screens.PACKAGE,
        ThreadList,
        icon=SPEECH,
        color="#d2622a",
        activities=(ThreadList.name,),
        links={"sms": message_screens.compose_to, "smsto": message_screens.compose_to},
    ),
    PhoneApp("Markor", "net.gsantner.markor", Notebook, icon=EDIT, color="#b03a48", activities=(Notebook.name,)),
    PhoneApp(
        "Simple Calendar Pro",
        "com.simplemobiletools.calendar.pro",
        MonthView,
        icon=DAYS,
        color="#c9761d",
        activities=(MonthView.name,),
    ),
    PhoneApp(
        "Pro Expense", "com.arduia.expense", ExpenseList, icon=PURSE, color="#2f7d6d", activities=(ExpenseList.name,)
    ),
    PhoneApp(
        "Broccoli", "com.flauschcode.broccoli", RecipeList, icon=LEAF, color="#4c8b2b", activities=(RecipeList.name,)
    ),
    PhoneApp("Sample", "org.askonce.sample", ContractSample, icon=ADD, color="#4a8a5c"),
)
