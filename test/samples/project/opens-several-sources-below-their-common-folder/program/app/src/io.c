void save(void) {}
