import type { Project } from '../frontend/project/project.js';

const OF_THREADS = /^-(?:f?openmp|fopenmp=.*|qopenmp|pthread|lpthread)$/;

/** Whether a program is built for several threads, by the flags of its units. */
export function usesThreads({ units }: Pick<Project, 'units'>): boolean {
  return units.some(({ flags = [] }) => flags.some((flag) => OF_THREADS.test(flag)));
}
