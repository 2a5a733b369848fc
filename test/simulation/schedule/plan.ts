import { type Climate, climateOf } from '../network/weather.js';
import type { FollowUp, LaneMode, PayWork, Work } from '../work/work.js';
import type { ApprovalMood } from '../world/custody-world.js';
import { withCancellings } from './cancellings.js';
import { Chance } from './chance.js';
import {
  isLater,
  withConspiracy,
  withCrowds,
  withMore,
  withNews,
  withOperators,
  withSettings,
} from './later.js';
import { withShortfalls } from './shortfalls.js';

export const CHAINS = ['xrpl', 'aptos', 'stacks'] as const;
export type ChainName = (typeof CHAINS)[number];

/** The one of that name, or all. */
export function chainsNamed(name: string | undefined): readonly ChainName[] {
  const named = CHAINS.filter((chain) => name === undefined || name === chain);
  if (named.length === 0) throw new RangeError(`${name} is no chain: ${CHAINS.join(', ')}`);
  return named;
}

/** All that a schedule is, but for what chance decides at each effect. */
export interface Plan {
  readonly seed: string;
  readonly chain: ChainName;
  readonly processes: number;
  readonly vaults: readonly string[];
  readonly mode: LaneMode;
  readonly sharesStore: boolean;
  /** The custody, or a signer that forgets and has a journal. */
  readonly signer: 'custody' | 'journal';
  readonly nodes: number;
  /** Where each node is another operator's: which of them lie. Several tell the same lies. */
  readonly operators?: { readonly liars: readonly number[] } | undefined;
  /**
   * Whether processes are told what is new: by Fireblocks' webhooks, and on the XRP Ledger by the stream of the one
   * connection that each process has.
   */
  readonly hasNews?: boolean | undefined;
  readonly mood: ApprovalMood;
  /** When every vault account gets as much again several times over. */
  readonly fundedAgainAtMs?: number | undefined;
  readonly climate: Climate;
  /** Whether nothing goes wrong that could keep a call from a final answer. */
  readonly isCalm?: boolean | undefined;
  /** Whether what was to be cancelled is cancelled once all is well, before anybody resumes it. */
  readonly endsCancelling?: boolean | undefined;
  readonly limits: {
    readonly approvalWindowSeconds: number;
    readonly signatureTimeoutMs: number;
    readonly laneTimeoutMs: number;
    readonly confirmTimeoutMs: number;
  };
  readonly work: readonly Work[];
}

/** For how long new work comes, and things go wrong. */
export const WORKDAY_MS = 240_000;

/** The vault account that is paid. */
export const PAYEE = '2';

export function planOf(seed: string, chains: readonly ChainName[] = CHAINS): Plan {
  const chance = new Chance(`plan ${seed}`);
  const [first = CHAINS[0], ...rest] = chains;
  const chain = chance.pick([first, ...rest]);
  const processes = chance.between(1, 3);
  const signer = chance.pick(['custody', 'custody', 'custody', 'journal'] as const);
  const mode = chance.pick(modesOf(chain));
  const vaults = chance.happens(0.25) ? ['0', '1'] : ['0'];
  const plan: Plan = {
    seed,
    chain,
    processes,
    vaults,
    mode,
    sharesStore: chance.happens(0.5),
    signer,
    nodes: chance.between(1, 3),
    mood: chance.pick(['at-once', 'late', 'mixed', 'unwilling']),
    climate: climateOf(chance),
    limits: {
      approvalWindowSeconds: chance.pick([60, 300, 900]),
      signatureTimeoutMs: chance.pick([20_000, 120_000, 600_000]),
      laneTimeoutMs: chance.pick([20_000, 120_000, 600_000]),
      confirmTimeoutMs: chance.pick([20_000, 120_000]),
    },
    work: workOf(chance, { processes, vaults, mode, signer, chain }),
  };
  if (!isLater(seed)) return plan;
  const known = withSettings(withNews(withConspiracy(withCrowds(withOperators(withMore(plan))))));
  return withShortfalls(withCancellings(known));
}

function modesOf(chain: ChainName): readonly [LaneMode, ...LaneMode[]] {
  return chain === 'xrpl' ? ['serial', 'pipeline', 'tickets'] : ['serial', 'pipeline'];
}

type Terms = Pick<Plan, 'processes' | 'vaults' | 'mode' | 'signer' | 'chain'>;

function workOf(chance: Chance, terms: Terms): readonly Work[] {
  const payments = Array.from({ length: chance.between(1, 4) }, (_, index) =>
    paymentOf(chance, terms, index),
  );
  const twins = chance.happens(0.25)
    ? payments.slice(0, 1).map((work) => twinOf(chance, terms, work))
    : [];
  const follow = payments.flatMap((work) => followUpsOf(chance, terms, work));
  return [...payments, ...twins, ...follow].sort((a, b) => a.atMs - b.atMs);
}

function paymentOf(
  chance: Chance,
  { processes, vaults, mode, signer, chain }: Terms,
  index: number,
): PayWork {
  const [first = '0', ...rest] = vaults;
  const how = chance.pick(waysOf(chain, signer, mode));
  const count = how === 'batch' ? chance.between(2, 4) : 1;
  return {
    do: 'pay',
    atMs: chance.happens(0.4) ? 0 : chance.between(0, WORKDAY_MS / 2),
    process: chance.between(0, processes - 1),
    key: `key-${index}`,
    vault: chance.pick([first, ...rest]),
    how,
    payments: Array.from({ length: count }, (_, member) => ({
      destination: PAYEE,
      amount: `0.${index + 1}${member + 1}`,
    })),
    ...(chance.happens(0.15) ? { abortAfterMs: chance.spread(1, 60_000) } : {}),
    ...(chance.happens(0.5) ? { cancelOnAbort: true } : {}),
    ...(chance.happens(0.15) ? { onExpiry: 'resign' as const } : {}),
  };
}

function waysOf(
  chain: ChainName,
  signer: Plan['signer'],
  mode: LaneMode,
): readonly [PayWork['how'], ...PayWork['how'][]] {
  const ways: [PayWork['how'], ...PayWork['how'][]] = ['raw', 'raw', 'raw', 'batch'];
  if (chain === 'xrpl' && signer === 'custody' && mode !== 'tickets') ways.push('native');
  if (chain === 'xrpl') ways.push('ticket');
  if (chain === 'aptos') ways.push('orderless');
  return ways;
}

/** The same payment under another key, from another process where there is one, at the same moment. */
function twinOf(chance: Chance, { processes }: Terms, work: PayWork): PayWork {
  const atMs = work.atMs + (chance.happens(0.7) ? 0 : chance.between(0, 20_000));
  return { ...work, atMs, key: `${work.key}-twin`, process: (work.process + 1) % processes };
}

function followUpsOf(chance: Chance, { processes }: Terms, work: PayWork): readonly Work[] {
  const later = () => work.atMs + chance.spread(10, WORKDAY_MS / 2);
  const elsewhere = () => chance.between(0, processes - 1);
  const { key, vault } = work;
  const found: Work[] = [];
  const about = (what: FollowUp['do']): FollowUp => ({
    do: what,
    atMs: later(),
    process: elsewhere(),
    key,
    vault,
  });
  const { abortAfterMs: _, ...patient } = work;
  const again = (): PayWork => ({ ...patient, atMs: later(), process: elsewhere() });
  if (chance.happens(0.3)) found.push(again());
  if (chance.happens(0.2)) found.push({ ...again(), newAttempt: 2 });
  if (chance.happens(0.25)) found.push(about('resume'));
  if (chance.happens(0.15)) found.push(about('cancel'));
  return found;
}
