"""Android phones, over adb."""
