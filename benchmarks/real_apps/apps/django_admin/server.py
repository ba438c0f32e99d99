"""A shop in Django's admin. Called with a port and the folder for its database."""

import os
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
os.environ["SHOP_DATABASE"] = str(Path(sys.argv[2]) / "shop.db")
os.environ["DJANGO_SETTINGS_MODULE"] = "shop.settings"

import django
from django.core.management import call_command

django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)

import_module("shop.sample_data").fill()
call_command("runserver", f"127.0.0.1:{sys.argv[1]}", use_reloader=False, verbosity=0, skip_checks=True)
