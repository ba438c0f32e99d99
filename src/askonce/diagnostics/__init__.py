"""What is wrong with a file that a person wrote, and where: for programs, scripts, recordings and batch files."""
