"""What the AgentProg paper (arXiv 2512.10371, tables 2 to 4 and section 5.2) publishes for the real AW-Extend."""

from __future__ import annotations

PUBLISHED = [
    {"method": "AgentProg", "success, %": 68.4},
    {"method": "AgentProg without belief", "success, %": 35.1},
    {"method": "AgentProg without tree", "success, %": 39.5},
    {"method": "AgentProg without variables", "success, %": 50.0},
    {"method": "UI-TARS (UI-TARS-1.5-API)", "success, %": 36.8},
    {"method": "Mobile-Agent-v3 (GUI-Owl-32B)", "success, %": 28.9},
    {"method": "Mobile-Agent-v3 (GUI-Owl-7B)", "success, %": 26.3},
    {"method": "M3A (SoM)", "success, %": 28.9},
    {"method": "M3A (a11y)", "success, %": 23.7},
]
PUBLISHED_COST = [
    {"method": method, "steps": steps, "static, k": static, "dynamic, k": dynamic, "output, k": output, "seconds": time}
    for method, steps, static, dynamic, output, time in (
        ("AgentProg", 37.7, 1026.4, 301.3, 179.7, 2662),
        ("UI-TARS", 43.6, 8.1, 315.5, 3.2, 312),
        ("Mobile-Agent-v3", 51.2, 7.9, 809.4, 22.1, 1604),
    )
]
