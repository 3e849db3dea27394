/* What the clients of motion graphs share. */
#ifndef GRAPH_H
#define GRAPH_H

#include "check.h"

int32_t go_on(double share, void *user);
int32_t stop(double share, void *user);

void test_walks(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view);
void test_search(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view);
void test_custom_search(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view);
void test_crowd(const surefoot_motion_graph *graph);
void test_control(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view);
void test_pictures(const surefoot_motion_graph *graph);

#endif
