"""What kinds of phones share: elements, touches, waiting, names of apps. No kind of screen of its own."""
