#pragma once
typedef double real;
struct Body { real mass; real place[3]; };
