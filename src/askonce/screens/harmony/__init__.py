"""HarmonyOS phones, over hdc."""
