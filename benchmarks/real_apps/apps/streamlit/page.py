import json
import os
from datetime import date, time
from pathlib import Path

import streamlit as st

kept = st.session_state
kept.setdefault("saved", [])
kept.setdefault("deleted", [])
kept.setdefault("guests", ["Ann", "Bob", "Cleo"])

st.title("Registration")
values = {}
with st.sidebar:
    values["language"] = st.selectbox("Language", ["English", "German", "Swedish"])
    values["dark"] = st.toggle("Dark mode")
details, party, help_tab = st.tabs(["Details", "Party", "Help"])
with details:
    values["name"] = st.text_input("Full name")
    values["email"] = st.text_input("E-mail", placeholder="you@example.com")
    values["age"] = st.number_input("Age", 0, 120, 30)
    values["city"] = st.selectbox("City", ["Oslo", "Bergen", "Rome", "Lisbon"])
    values["hobbies"] = st.multiselect("Hobbies", ["Chess", "Rowing", "Painting", "Cooking"])
    values["volume"] = st.slider("Volume", 0, 100, 20)
    values["size"] = st.select_slider("Shirt size", ["S", "M", "L", "XL"])
    values["birthday"] = str(st.date_input("Birthday", date(2000, 1, 1)))
    values["arrival"] = str(st.time_input("Arrival", time(9, 0)))
    values["plan"] = st.radio("Plan", ["Free", "Basic", "Pro"])
    values["news"] = st.checkbox("Send me news")
    values["notes"] = st.text_area("Notes")
    with st.expander("Advanced"):
        values["nickname"] = st.text_input("Nickname")
    if st.button("Save"):
        kept.saved.append(values["name"])
        st.success("Saved")
with party:
    values["drinks"] = st.number_input("Drinks", 0, 20, 2)
    for guest in list(kept.guests):
        left, right = st.columns([4, 1])
        left.write(guest)
        if right.button("Remove", key=f"remove {guest}"):
            kept.guests.remove(guest)
            st.rerun()
with help_tab:
    st.write("Call 555-0100 if something is unclear.")

state = values | {"saved": list(kept.saved), "guests": list(kept.guests)}
file = Path(os.environ["STATE_FOLDER"]) / "state.json"
new = file.with_suffix(".new")
new.write_text(json.dumps(state))
new.replace(file)
