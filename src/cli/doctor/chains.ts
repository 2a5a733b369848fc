import * as z from 'zod/mini';
import { formatAmount } from '../../core/amount.js';
import { parseAnswer } from '../../core/schema.js';
import type { ChainName } from '../operate/names.js';
import type { NodeQuestion } from '../serve/node-question.js';

/** How far a node is, by its own words. */
export interface NodeState {
  /** `undefined` where the node's software does not say it. */
  readonly chainId: number | undefined;
  readonly height: number;
  /** The time of the latest block in milliseconds since the epoch; `undefined` where the node does not say it. */
  readonly time: number | undefined;
}

/** What the checks have to know of a chain. */
export interface ChainFacts {
  /** What tells a node's state, where that is not what `serve` asks a node to see whether it answers. */
  readonly question?: NodeQuestion;
  /**
   * @param now - in milliseconds since the epoch
   * @throws UnexpectedAnswerError naming what is not as documented, such as in the answer of a node without a ledger.
   */
  stateIn(answer: unknown, now: number): NodeState;
  /** The blocks of about a minute: a node that is further behind the highest of the others is of no use. */
  readonly minuteOfBlocks: number;
  /** The command of the operation that reads what an account holds of the native coin. */
  readonly balance: string;
  /** With its unit; `undefined` for nothing. @throws UnexpectedAnswerError */
  fundsIn(answer: unknown): string | undefined;
  isSameAddress(one: string, other: string): boolean;
}

const serverInfo = z.looseObject({
  result: z.looseObject({
    info: z.looseObject({
      network_id: z.optional(z.int()),
      validated_ledger: z.looseObject({ seq: z.int(), age: z.number() }),
    }),
  }),
});

const xrpl: ChainFacts = {
  question: { method: 'POST', path: '', body: '{"method":"server_info","params":[{}]}' },
  stateIn: (answer, now) => {
    const { network_id, validated_ledger } = parseAnswer(serverInfo, answer, 'xrpl').result.info;
    const { seq, age } = validated_ledger;
    return { chainId: network_id, height: seq, time: now - age * 1_000 };
  },
  minuteOfBlocks: 15,
  balance: 'balances',
  fundsIn: (answer) => {
    const { xrp } = parseAnswer(xrpBalances, answer, 'xrpl');
    return xrp.balance === '0' ? undefined : `${formatAmount(BigInt(xrp.balance), 6)} XRP`;
  },
  isSameAddress: (one, other) => one === other,
};

const xrpBalances = z.looseObject({
  xrp: z.looseObject({ balance: z.string().check(z.regex(/^\d+$/)) }),
});

const wholeNumber = z.string().check(z.regex(/^\d{1,16}$/));
const ledgerInfo = z.looseObject({
  chain_id: z.int(),
  block_height: wholeNumber,
  ledger_timestamp: wholeNumber,
});

const aptos: ChainFacts = {
  stateIn: (answer) => {
    const info = parseAnswer(ledgerInfo, answer, 'aptos');
    const microseconds = Number(info.ledger_timestamp);
    const height = Number(info.block_height);
    return { chainId: info.chain_id, height, time: microseconds / 1_000 };
  },
  minuteOfBlocks: 600,
  balance: 'balance',
  fundsIn: (answer) => {
    const { value } = parseAnswer(coins, answer, 'aptos');
    return isNothing(value) ? undefined : `${value} of the native coin`;
  },
  isSameAddress: isSameAptosAddress,
};

const coins = z.looseObject({ value: z.string() });

/** Its letters may be capitals, and leading zeros may be left out. */
function isSameAptosAddress(one: string, other: string): boolean {
  return [one, other].every((text) => HEX.test(text)) && BigInt(one) === BigInt(other);
}

const HEX = /^0x[0-9a-f]{1,64}$/i;

const nodeInfo = z.looseObject({ network_id: z.int(), stacks_tip_height: z.int() });

const stacks: ChainFacts = {
  stateIn: (answer) => {
    const { network_id, stacks_tip_height } = parseAnswer(nodeInfo, answer, 'stacks');
    return { chainId: network_id, height: stacks_tip_height, time: undefined };
  },
  minuteOfBlocks: 12,
  balance: 'balance',
  fundsIn: (answer) => {
    const { balance } = parseAnswer(stx, answer, 'stacks');
    return isNothing(String(balance)) ? undefined : `${balance} STX`;
  },
  isSameAddress: (one, other) => one === other,
};

const stx = z.looseObject({ balance: z.union([z.string(), z.number()]) });

function isNothing(amount: string): boolean {
  return /^0(?:\.0*)?$/.test(amount);
}

export const FACTS: Readonly<Record<ChainName, ChainFacts>> = { xrpl, aptos, stacks };
