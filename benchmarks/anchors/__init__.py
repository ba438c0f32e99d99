"""What `anchors.py` measures with."""
