/** What can go wrong with a request. */
export const REQUEST_FAULTS = [
  /** It never arrives. */
  'lost',
  /** It is done, and its answer gets lost. */
  'answer-lost',
  /** It arrives minutes later, or its answer does. */
  'late',
  'answer-late',
  /** It arrives twice. */
  'doubled',
  /** Its answer ends in the middle. */
  'cut',
  /** A proxy answers 5xx, and it is done before or after that. */
  'taken-then-5xx',
  '5xx-then-taken',
  /** A proxy turns it away. */
  'turned-away',
  /** A creation is taken and its answer lost; the tries after it are refused. */
  'retry-refused',
] as const;
export type RequestFault = (typeof REQUEST_FAULTS)[number];

/** What can go wrong with a call of the store. */
export const STORE_FAULTS = [
  /** It fails before it is done, or after. */
  'store-lost',
  'store-answer-lost',
  /** It takes long. */
  'store-slow',
  /** It is denied though it was done. */
  'store-denies',
  /** It is acknowledged and not done. */
  'store-loses',
] as const;
export type StoreFault = (typeof STORE_FAULTS)[number];

/** What can happen to a process at an effect of its own. */
export const MORTAL_FAULTS = ['kill', 'freeze'] as const;
export type MortalFault = (typeof MORTAL_FAULTS)[number];

/** When that happens. */
export const STAGES = ['before-leaving', 'after-effect', 'after-answer'] as const;
export type Stage = (typeof STAGES)[number];

/** What goes wrong by itself, at some moment. */
const WORLD_FAULTS = [
  /** What the custody shows by external id, and in lists, lags behind. */
  'custody-lags',
  /** A node is behind the others, or keeps little of the past. */
  'node-lags',
  'node-forgets',
  /** What waits at the nodes is lost. */
  'mempool-forgets',
  /** The store is put back to what it was before. */
  'store-restored',
  /** A process's wall clock is wrong, or set. */
  'clock-skewed',
  'clock-set',
  /** Cancellations come too late. */
  'signature-wins',
] as const;
export type WorldFault = (typeof WORLD_FAULTS)[number];

export type Fault = RequestFault | StoreFault | MortalFault | WorldFault;

export const ALL_FAULTS: readonly Fault[] = [
  ...REQUEST_FAULTS,
  ...STORE_FAULTS,
  ...MORTAL_FAULTS,
  ...WORLD_FAULTS,
];
