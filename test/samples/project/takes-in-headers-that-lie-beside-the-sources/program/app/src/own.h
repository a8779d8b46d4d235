#define OWN 1
