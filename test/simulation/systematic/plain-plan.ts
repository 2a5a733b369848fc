import { type ChainName, PAYEE, type Plan } from '../schedule/plan.js';
import type { PayWork } from '../work/work.js';

const STORES = ['apart', 'shared'] as const;
/** Whether the processes share a store. */
export type StoreName = (typeof STORES)[number];

/** The one of that name, or all. */
export function storesNamed(name: string | undefined): readonly StoreName[] {
  const named = STORES.filter((store) => name === undefined || name === store);
  if (named.length === 0) throw new RangeError(`a store is ${STORES.join(' or ')}, not ${name}`);
  return named;
}

/** When a caller repeats what it has not heard the end of. */
const AGAIN_MS = 150_000;

/** Two processes that pay the same under two keys, at one moment and from one vault, in good weather. */
export function plainPlan(chain: ChainName, store: StoreName): Plan {
  const work = [0, 1].map((process) => payment(process));
  return {
    seed: 'plain',
    chain,
    processes: 2,
    vaults: ['0'],
    mode: 'serial',
    sharesStore: store === 'shared',
    signer: 'custody',
    nodes: 1,
    mood: 'at-once',
    climate: { faultRate: 0, mortality: 0, faults: [] },
    limits: {
      approvalWindowSeconds: 300,
      signatureTimeoutMs: 120_000,
      laneTimeoutMs: 120_000,
      confirmTimeoutMs: 120_000,
    },
    work: [...work, ...work.map((one) => ({ ...one, atMs: AGAIN_MS, unlessEnded: true }))],
  };
}

function payment(process: number): PayWork {
  return {
    do: 'pay',
    atMs: 0,
    process,
    key: `key-${process}`,
    vault: '0',
    how: 'raw',
    payments: [{ destination: PAYEE, amount: '0.11' }],
  };
}
