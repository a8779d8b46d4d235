// not listed in the project file: an earlier solver, kept for reference
double oldRange(double angle) { return 254.8 * angle; }
