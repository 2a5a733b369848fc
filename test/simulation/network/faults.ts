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
export type CrashFault = (typeof MORTAL_FAULTS)[number];

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

/** What later seeds have beside: drawn apart, so that the earlier ones stay what they were. */
export const LATER_FAULTS = [
  /** Another wallet of the vault's key spends a number, or creates Tickets. */
  'number-taken',
  'tickets-created',
  /** What turns a request away says so as the custody itself does, half of the time. */
  'refused-in-json',
] as const;
type LaterFault = (typeof LATER_FAULTS)[number];

/** What goes wrong with what processes are told without asking: drawn apart, too. */
export const NEWS_FAULTS = ['news-lost', 'news-late', 'news-doubled'] as const;
export type NewsFault = (typeof NEWS_FAULTS)[number];

/** What happens while keys are cancelled: the store forgets all that it had. */
export const CANCELLING_FAULTS = ['store-flushed'] as const;
type CancellingFault = (typeof CANCELLING_FAULTS)[number];

export type WorldFault =
  | Exclude<(typeof WORLD_FAULTS)[number] | LaterFault, 'refused-in-json'>
  | CancellingFault;

export type Fault = RequestFault | StoreFault | CrashFault | WorldFault | LaterFault | NewsFault;

/** Of which each schedule has a half. */
export const ALL_FAULTS: readonly Fault[] = [
  ...REQUEST_FAULTS,
  ...STORE_FAULTS,
  ...MORTAL_FAULTS,
  ...WORLD_FAULTS,
];
