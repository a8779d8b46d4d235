/** Reasons why the size of a thread block cannot change, as phrases that follow its name. */
export const blockSizeObstacles = {
  asksForPlace: (name: string) => `${name} reads the thread's index`,
  assembly: () => 'it contains inline assembly',
  changesBeforeLaunch: (name: string) => `${name} may change between the computation of the grid and the launch`,
  computed: () => 'its block size is computed at run time, or set in several steps',
  cooperativeGroups: () => 'it uses cooperative groups',
  definedTwice: (name: string) => `${name} is defined more than once`,
  gridIsIndependent: () => 'its grid size is not computed from its block size',
  gridIsRoundedDown: () => 'its grid size is rounded down, so another block size would leave elements out',
  inKernel: (kernel: string, reason: string) => `in ${kernel}, ${reason}`,
  kernelIsNotSeen: () => 'the definition of its kernel was not found',
  launchBounds: () => '__launch_bounds__ fixes the number of threads in its blocks',
  leavesLoop: () => 'a thread may leave its loop before its last element',
  notPlain: () => 'it is not written as a plain number',
  notPlainOrUnequal: (text: string) =>
    `'${text}' is not written as a plain number, or differs from a size that must equal it`,
  oneThread: () => 'its blocks have one thread',
  otherBound: (kernel: string) =>
    `it could not be shown that ${kernel} checks its index against the number of elements that its grid is computed from`,
  sharedByThreads: (name: string) => `${name} is shared by the threads of a block`,
  carriedBetweenElements: (name: string) =>
    `${name} carries a value from one element that a thread processes to the next`,
  textIsNotSeen: () => 'its definition was not found',
  threadsExchange: (name: string) => `${name} makes threads of a block wait for one another or exchange values`,
  unguarded: (axis: string) => `no condition keeps threads beyond the last element (along ${axis}) from running this`,
  usedOutsideIndex: (name: string) => `${name} is used on its own, not as part of the thread's index in the grid`,
  usedElsewhere: (name: string) => `'${name}', which determines its block or grid size, is also used elsewhere`,
  warpSize: () => 'it reads the warp size',
} as const;
