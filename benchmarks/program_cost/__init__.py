"""What `program_cost.py` is made of: the tasks, one measured run, the baselines, the plot."""
