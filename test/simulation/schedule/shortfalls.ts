import type { FollowUp, PayWork, Work } from '../work/work.js';
import { Chance } from './chance.js';
import { PAYEE, type Plan, WORKDAY_MS } from './plan.js';

/** Of these seeds accounts pay more than they have, get more, and are asked for another attempt. */
const FIRST_SHORT = 120_000;
const LAST_SHORT = 129_999;
/** More than every account has at first, in whole units. */
const TOO_MUCH = 1_500;
const FUNDED_AGAIN_AT_MS = 120_000;

export function withShortfalls(plan: Plan): Plan {
  const seed = Number(plan.seed);
  // On Stacks no node takes a transfer of more than there is.
  if (seed < FIRST_SHORT || seed > LAST_SHORT || plan.chain === 'stacks') return plan;
  const chance = new Chance(`shortfalls ${plan.seed}`);
  const keys = Array.from({ length: chance.between(1, 3) }, (_, index) => index);
  const work = keys.flatMap((index) => shortWork(chance, plan, index));
  const others = chance.happens(0.3) ? plan.work : [];
  return {
    ...plan,
    mood: chance.happens(0.5) ? 'at-once' : plan.mood,
    fundedAgainAtMs: FUNDED_AGAIN_AT_MS,
    work: [...work, ...others].sort((a, b) => a.atMs - b.atMs),
  };
}

/** A payment that fails, and what is asked under its key once there is enough. */
function shortWork(chance: Chance, { processes, chain }: Plan, index: number): readonly Work[] {
  const ways = ['raw', 'raw', chain === 'xrpl' ? 'ticket' : 'orderless'] as const;
  const elsewhere = () => chance.between(0, processes - 1);
  const first: PayWork = {
    do: 'pay',
    atMs: chance.between(0, FUNDED_AGAIN_AT_MS / 2),
    process: elsewhere(),
    key: `short-${index}`,
    vault: '0',
    how: chance.pick(ways),
    payments: [{ destination: PAYEE, amount: `${TOO_MUCH + index}` }],
    isUntried: true,
  };
  const later = () => FUNDED_AGAIN_AT_MS + chance.spread(10, WORKDAY_MS / 2);
  const again = (newAttempt?: number): PayWork => ({
    ...first,
    atMs: later(),
    process: elsewhere(),
    newAttempt,
  });
  const resumed = (): FollowUp => {
    const { key, vault } = first;
    return { do: 'resume', atMs: later(), process: elsewhere(), key, vault };
  };
  return [
    first,
    again(2),
    ...(chance.happens(0.5) ? [again(2)] : []),
    ...(chance.happens(0.5) ? [again(3)] : []),
    ...(chance.happens(0.5) ? [again()] : []),
    ...(chance.happens(0.5) ? [resumed()] : []),
  ];
}
