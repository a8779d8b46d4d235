#ifndef SHAPE_H
#define SHAPE_H
enum kind { CIRCLE, RECT, LABEL };
struct head { enum kind kind; double area; };
struct circle { struct head h; double r; };
struct rect { struct head h; double w, d; };
struct label { struct head h; char text[24]; double scale; };
typedef union shape { enum kind kind; struct head head; struct circle circle; struct rect rect; struct label label; } shape_t;
double area(const shape_t *s);
double scale_of(const void *any);
#endif
