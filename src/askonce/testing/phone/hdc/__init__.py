"""The sample phone as a HarmonyOS phone: what hdc reaches on it, and a stand-in for hdc itself."""
