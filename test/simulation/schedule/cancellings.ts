import { CANCELLING_FAULTS, type Fault } from '../network/faults.js';
import type { Climate } from '../network/weather.js';
import type { FollowUp, PayWork, Work } from '../work/work.js';
import { Chance } from './chance.js';
import { PAYEE, type Plan } from './plan.js';

/** Of these seeds keys are cancelled while people decide about that, and others pay from the same account meanwhile. */
const FIRST_CANCELLING = 110_000;
const LAST_CANCELLING = 119_999;

/** Who waits for no approval leaves behind what is signed later. */
const HASTY_MS = 20_000;
/** Two that pay what is cancelled, one that cancels, and two that have done nothing until they pay. */
const PLACES = { payers: [0, 1], canceller: 2, bystanders: [3, 4], all: 5 } as const;
const VAULT = '0';
/** Who cancels reports what such a node says, and may so take back an end that another process has told. */
const NODES_BEHIND: readonly Fault[] = ['node-lags', 'node-forgets'];
/** So that a process often dies between what it sends and what it notes of that. */
const MORTALITY = 0.03;

export function withCancellings(plan: Plan): Plan {
  const seed = Number(plan.seed);
  if (seed < FIRST_CANCELLING || seed > LAST_CANCELLING) return plan;
  const chance = new Chance(`cancellings ${plan.seed}`);
  const cancelling = cancellingPlan(chance, plan);
  return chance.happens(0.3) ? leavingBatches(chance, cancelling) : cancelling;
}

/** Batches whose process dies while it sends them, and that nobody else has a reason to finish. */
function leavingBatches(chance: Chance, plan: Plan): Plan {
  const payers = chance.happens(0.5) ? PLACES.payers : [0];
  const work = payers.flatMap((place): readonly Work[] => {
    const key = `left-${place}`;
    const atMs = chance.between(0, 60_000);
    const cancelled = { key, atMs: atMs + chance.spread(30_000, 150_000), vault: VAULT };
    return [
      payment(chance, { key, process: place, atMs, how: 'batch' }),
      { do: 'cancel', process: PLACES.canceller, ...cancelled },
    ];
  });
  const climate: Climate = {
    ...plan.climate,
    faultRate: 0,
    mortality: MORTALITY,
    faults: ['kill'],
  };
  return { ...plan, sharesStore: true, climate, work: [...work].sort((a, b) => a.atMs - b.atMs) };
}

function cancellingPlan(chance: Chance, plan: Plan): Plan {
  const work = PLACES.payers
    .filter((place) => place === 0 || chance.happens(0.3))
    .flatMap((place) => cancelledWork(chance, plan, place));
  const others = chance.happens(0.2) ? plan.work : [];
  const { climate, limits } = plan;
  const known = climate.faults.filter(
    (fault) => !NODES_BEHIND.includes(fault) && !isTooLate(fault, plan),
  );
  const more = ['kill' as const, ...chance.some(CANCELLING_FAULTS, 0.5)];
  const faults = [...new Set([...known, ...more])];
  const [faultRate, mortality] = chance.pick<readonly [number, number]>([
    [0, 0],
    [0, MORTALITY],
    [climate.faultRate, MORTALITY],
  ]);
  return {
    ...plan,
    processes: PLACES.all,
    vaults: [VAULT],
    signer: 'custody',
    mood: 'slow-to-cancel',
    endsCancelling: true,
    climate: { faultRate, mortality, faults, pivotal: 10 },
    limits: {
      ...limits,
      approvalWindowSeconds: chance.pick([300, 900]),
      signatureTimeoutMs: chance.pick([HASTY_MS, HASTY_MS, limits.signatureTimeoutMs]),
    },
    work: [...work, ...others].sort((a, b) => a.atMs - b.atMs),
  };
}

/** What shows itself a day later, behind numbers that were cancelled, waits for payments that nobody makes any more. */
function isTooLate(fault: Fault, { mode }: Plan): boolean {
  return mode === 'pipeline' && fault === 'custody-lags';
}

/** A payment, its cancellation, and what is paid meanwhile. */
function cancelledWork(chance: Chance, plan: Plan, place: number): readonly Work[] {
  const key = `cancelled-${place}`;
  const paid = payment(chance, {
    key,
    process: place,
    atMs: chance.between(0, 60_000),
    how: chance.pick(plan.chain === 'xrpl' ? ['raw', 'batch', 'ticket'] : ['raw', 'batch']),
  });
  const cancel = (atMs: number): FollowUp => {
    const process = chance.happens(0.8) ? PLACES.canceller : chance.between(0, PLACES.all - 1);
    return { do: 'cancel', atMs, process, key, vault: VAULT };
  };
  const first = cancel(paid.atMs + chance.spread(5_000, 90_000));
  const again = chance.happens(0.5) ? [cancel(first.atMs + chance.spread(5_000, 90_000))] : [];
  const resumed: readonly FollowUp[] = chance.happens(0.1)
    ? [{ ...first, do: 'resume', atMs: first.atMs + chance.spread(5_000, 90_000) }]
    : [];
  const meanwhile = Array.from({ length: chance.between(0, 3) }, (_, index) => {
    const [one, other] = PLACES.bystanders;
    return payment(chance, {
      key: `meanwhile-${place}-${index}`,
      process: chance.happens(0.8) ? chance.pick([one, other]) : chance.between(0, PLACES.all - 1),
      atMs: first.atMs + chance.spread(1_000, 90_000),
      how: 'raw',
    });
  });
  return [paid, first, ...again, ...resumed, ...meanwhile];
}

function payment(
  chance: Chance,
  { how, ...when }: Pick<PayWork, 'key' | 'process' | 'atMs' | 'how'>,
): PayWork {
  const payments = Array.from({ length: how === 'batch' ? chance.between(2, 4) : 1 }, () => ({
    destination: PAYEE,
    amount: `0.${chance.between(1_000, 9_999)}`,
  }));
  return { do: 'pay', ...when, vault: VAULT, how, payments };
}
