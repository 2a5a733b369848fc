import { LATER_FAULTS, NEWS_FAULTS } from '../network/faults.js';
import type { FollowUp, PayWork, Work } from '../work/work.js';
import { Chance } from './chance.js';
import { type ChainName, PAYEE, type Plan } from './plan.js';

/** From this seed on there are more kinds of work and faults; those below stay what they were. */
const FIRST = 10_000;
/** And from this one on more is cancelled, and what can't be taken back goes wrong more often. */
const FIRST_PIVOTAL = 20_000;
const PIVOTAL = 10;
/** And from this one on nearly all is cancelled, and no process is safe. */
const FIRST_MORTAL = 30_000;
const LEAST_MORTALITY = 0.01;
/** And of these each node is another operator's, of whom one may lie. */
const FIRST_OF_OPERATORS = 50_000;
const LAST_OF_OPERATORS = 59_999;
/** And of these every process is given the same keys at the same moment, more than have room at once. */
const FIRST_CROWDED = 60_000;
const LAST_CROWDED = 69_999;
/** And of these two operators of three tell the same lies: then money is lost, which has to be seen. */
const FIRST_CONSPIRED = 70_000;
const LAST_CONSPIRED = 79_999;
/**
 * And of these processes are told what is new, by the XRP Ledger's streams and by Fireblocks' webhooks; on Aptos fees
 * of what is orderless are paid by others.
 */
const FIRST_WITH_NEWS = 80_000;
const LAST_WITH_NEWS = 89_999;

/** And of these, on the XRP Ledger, calls with one key have different settings, and ask for more attempts. */
const FIRST_WITH_SETTINGS = 100_000;
const LAST_WITH_SETTINGS = 109_999;

export function isLater(seed: string): boolean {
  return Number(seed) >= FIRST;
}

/** A plan with what only later seeds have, drawn from a chance of its own. */
export function withMore(plan: Plan): Plan {
  const chance = new Chance(`later ${plan.seed}`);
  const { climate, chain } = plan;
  const later = LATER_FAULTS.filter((fault) => chain === 'xrpl' || fault !== 'tickets-created');
  const faults = [...climate.faults, ...chance.some(later, 0.5)];
  const work = otherwise(chance, chain, plan.work);
  const replacements = chain === 'stacks' ? replacementsOf(chance, plan.processes, work) : [];
  const isPivotal = Number(plan.seed) >= FIRST_PIVOTAL;
  const isCrashing = Number(plan.seed) >= FIRST_MORTAL;
  const cancels = isPivotal ? cancelsOf(chance, plan.processes, work, isCrashing ? 0.9 : 0.5) : [];
  return {
    ...plan,
    climate: {
      ...climate,
      faults,
      ...(isPivotal ? { pivotal: PIVOTAL } : {}),
      ...(isCrashing ? { mortality: Math.max(climate.mortality, LEAST_MORTALITY) } : {}),
    },
    work: [...work, ...replacements, ...cancels].sort((a, b) => a.atMs - b.atMs),
  };
}

export function withOperators(plan: Plan): Plan {
  const seed = Number(plan.seed);
  if (seed < FIRST_OF_OPERATORS || seed > LAST_OF_OPERATORS) return plan;
  const chance = new Chance(`operators ${plan.seed}`);
  const nodes = chance.pick([2, 3]);
  const liars = chance.happens(0.8) ? [chance.between(0, nodes - 1)] : [];
  return { ...plan, nodes, operators: { liars } };
}

export function withConspiracy(plan: Plan): Plan {
  const seed = Number(plan.seed);
  if (seed < FIRST_CONSPIRED || seed > LAST_CONSPIRED) return plan;
  const honest = new Chance(`conspiracy ${plan.seed}`).between(0, 2);
  return { ...plan, nodes: 3, operators: { liars: [0, 1, 2].filter((one) => one !== honest) } };
}

/** By then every chain shows what its accounts were given. */
const FUNDED_AT_MS = 60_000;
/** As long as anything may take while nothing goes wrong. */
const PATIENT = {
  signatureTimeoutMs: 600_000,
  laneTimeoutMs: 600_000,
  confirmTimeoutMs: 120_000,
};

export function withCrowds(plan: Plan): Plan {
  const seed = Number(plan.seed);
  if (seed < FIRST_CROWDED || seed > LAST_CROWDED) return plan;
  const chance = new Chance(`crowds ${plan.seed}`);
  const processes = chance.between(2, 3);
  const keys = Array.from({ length: chance.between(4, 12) }, (_, index) => `crowd-${index}`);
  const crowd = keys.flatMap((key, index) =>
    Array.from({ length: processes }, (_, process): PayWork => {
      const payments = [{ destination: PAYEE, amount: `0.${index + 11}` }];
      return {
        do: 'pay',
        atMs: FUNDED_AT_MS + chance.between(0, 500),
        process,
        key,
        vault: '0',
        how: 'raw',
        payments,
      };
    }),
  );
  const mode = chance.happens(0.7) ? 'pipeline' : plan.mode;
  const crowded = { ...plan, processes, mode, sharesStore: true };
  if (chance.happens(0.5)) {
    return { ...crowded, work: [...plan.work, ...crowd].sort((a, b) => a.atMs - b.atMs) };
  }
  const climate = { faultRate: 0, mortality: 0, faults: [] };
  const limits = { ...plan.limits, ...PATIENT };
  return { ...crowded, isCalm: true, mood: 'at-once', climate, limits, work: crowd };
}

export function withNews(plan: Plan): Plan {
  const seed = Number(plan.seed);
  if (seed < FIRST_WITH_NEWS || seed > LAST_WITH_NEWS) return plan;
  const chance = new Chance(`news ${plan.seed}`);
  const { climate } = plan;
  const faults = [...climate.faults, ...chance.some(NEWS_FAULTS, 0.7)];
  const work = plan.work.map((one) =>
    one.do === 'pay' && one.how === 'fee-payer' && seed % 2 === 0
      ? { ...one, how: 'orderless-fee-payer' as const }
      : one,
  );
  return { ...plan, hasNews: true, climate: { ...climate, faults }, work };
}

export function withSettings(plan: Plan): Plan {
  const seed = Number(plan.seed);
  if (seed < FIRST_WITH_SETTINGS || seed > LAST_WITH_SETTINGS) return plan;
  if (plan.chain !== 'xrpl' || plan.signer !== 'custody') return plan;
  const chance = new Chance(`settings ${plan.seed}`);
  const work = plan.work.flatMap((one): readonly Work[] => {
    if (one.do !== 'pay' || !['raw', 'native', 'ticket'].includes(one.how)) return [one];
    const how = chance.pick(['raw', 'ticket', 'ticket'] as const);
    const first = { ...one, how, ...(chance.happens(0.5) ? { onExpiry: 'resign' as const } : {}) };
    const again = Array.from({ length: 2 }, () => ({
      ...first,
      how: chance.pick(['raw', 'native', 'native'] as const),
      atMs: one.atMs + chance.spread(1_000, 240_000),
      process: chance.between(0, plan.processes - 1),
      newAttempt: 2,
    }));
    return [first, ...again];
  });
  return { ...plan, work: work.sort((a, b) => a.atMs - b.atMs) };
}

/** Soon after it was asked for, while people may still decide. */
function cancelsOf(
  chance: Chance,
  processes: number,
  work: readonly Work[],
  share: number,
): readonly FollowUp[] {
  return chance.some(work, share).map(({ atMs, key, vault }) => ({
    do: 'cancel',
    atMs: atMs + chance.spread(100, 30_000),
    process: chance.between(0, processes - 1),
    key,
    vault,
  }));
}

const WAYS: Readonly<Record<ChainName, readonly [PayWork['how'], ...PayWork['how'][]]>> = {
  xrpl: ['given'],
  aptos: ['given', 'fee-payer', 'several'],
  stacks: ['given'],
};

/** Some of the keys, and their twins, pay in another way. */
function otherwise(chance: Chance, chain: ChainName, work: readonly Work[]): readonly Work[] {
  const ways = new Map<string, PayWork['how'] | undefined>();
  return work.map((one) => {
    if (one.do !== 'pay' || one.how !== 'raw') return one;
    const name = one.key.replace(/-twin$/, '');
    if (!ways.has(name)) ways.set(name, chance.happens(0.4) ? chance.pick(WAYS[chain]) : undefined);
    const how = ways.get(name) ?? one.how;
    return { ...one, how, payments: how === 'several' ? [] : one.payments };
  });
}

/** Once or twice another transaction is to take the place of one that waits. */
function replacementsOf(
  chance: Chance,
  processes: number,
  work: readonly Work[],
): readonly PayWork[] {
  const keys = new Set<string>();
  return work.flatMap((one) => {
    const isFirst = !keys.has(one.key);
    keys.add(one.key);
    if (one.do !== 'pay' || one.how === 'batch' || !isFirst || !chance.happens(0.4)) return [];
    const { vault, payments, key } = one;
    return Array.from({ length: chance.between(1, 2) }, (): PayWork => {
      const atMs = one.atMs + chance.spread(500, 120_000);
      const process = chance.between(0, processes - 1);
      const replacing = { how: 'replacement', replaces: key, key: `${key}-replacement` } as const;
      return { do: 'pay', atMs, process, vault, payments, ...replacing };
    });
  });
}
