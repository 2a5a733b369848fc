import * as z from 'zod/mini';
import { GatewayError } from '../../core/errors.js';
import { parseAnswer } from '../../core/schema.js';
import { excerpt } from '../../core/shown.js';
import type { NetworkFacts } from '../network.js';
import type { StacksNode } from '../node/node.js';
import { bootAddress } from '../wire/principals.js';
import { type PoxVersion, UnknownPoxError, WrongPoxError } from './errors.js';

/**
 * Burn blocks, of ten minutes or so, that have to be left before the prepare phase or the end of a cycle: the
 * block in which a transaction is mined is not known beforehand, and one that comes too late costs its fee.
 */
export const MARGIN_BLOCKS = 6;

/** Why what names a height of an earlier cycle is refused: it is built anew for each attempt. */
export const CYCLE_OVER =
  'another cycle has begun since it was built; only another attempt can succeed';

/** The most cycles that a stake may have under pox-5. */
export const MAX_STAKE_CYCLES = 96;

/** The stacking contract that is active, and the state of its cycles. */
export interface Pox {
  readonly version: PoxVersion;
  /** `address.pox-4` or `address.pox-5`. */
  readonly contract: string;
  readonly burnHeight: number;
  readonly firstBurnHeight: number;
  readonly cycleLength: number;
  readonly prepareLength: number;
  /** In microSTX: the minimum of a solo stacker under pox-4. Under pox-5 it is a signer's minimum, not a staker's. */
  readonly minimum: bigint;
}

const height = z.int().check(z.gte(0));

const schema = z.looseObject({
  contract_id: z.string(),
  current_burnchain_block_height: height,
  first_burnchain_block_height: height,
  reward_cycle_length: z.int().check(z.gte(2)),
  prepare_phase_block_length: z.int().check(z.gte(1)),
  min_amount_ustx: z.union([height, z.string().check(z.regex(/^\d{1,30}$/))]),
});

/**
 * Reads the contract that the node reports as active now: the last of the listed versions may not be active yet,
 * so only `contract_id` counts.
 *
 * @throws UnknownPoxError when it can't be read, is unknown, or is not of this network.
 */
export async function readPox(node: StacksNode, network: NetworkFacts): Promise<Pox> {
  const answer = parsed(await answerOf(node));
  const contract = answer.contract_id;
  const [, digits] = /\.pox-(\d+)$/.exec(contract) ?? [];
  const version = Number(digits);
  if (version !== 4 && version !== 5) throw new UnknownPoxError(`it says ${shown(contract)}`);
  if (contract !== `${bootAddress(network.kind)}.pox-${version}`) {
    throw new UnknownPoxError(`${shown(contract)} is not of ${network.kind}`);
  }
  return {
    version,
    contract,
    burnHeight: answer.current_burnchain_block_height,
    firstBurnHeight: answer.first_burnchain_block_height,
    cycleLength: answer.reward_cycle_length,
    prepareLength: answer.prepare_phase_block_length,
    minimum: BigInt(answer.min_amount_ustx),
  };
}

async function answerOf(node: StacksNode): Promise<unknown> {
  try {
    return await node.pox();
  } catch (error) {
    // Another node may have the answer, so the caller may try again.
    if (error instanceof GatewayError && error.retryable) throw error;
    throw new UnknownPoxError('the node does not say');
  }
}

function parsed(answer: unknown): z.output<typeof schema> {
  try {
    return parseAnswer(schema, answer, 'stacks', { asked: '/v2/pox' });
  } catch {
    throw new UnknownPoxError('the answer of the node is not as documented');
  }
}

function shown(contract: string): string {
  return excerpt(contract, 80);
}

/**
 * @param instead - The operation of the gateway that does the same with the other contract.
 * @throws WrongPoxError
 */
export function requirePox(
  { version, contract }: Pox,
  wanted: PoxVersion,
  operation: string,
  instead?: string,
): void {
  if (version === wanted) return;
  throw new WrongPoxError(operation, contract.split('.')[1] ?? contract, instead);
}

/** The reward cycle of a burn height. */
export function cycleAt(pox: Pox, burnHeight = pox.burnHeight): number {
  return Math.floor((burnHeight - pox.firstBurnHeight) / pox.cycleLength);
}

/** The burn height at which a reward cycle starts. */
export function startOf(pox: Pox, cycle: number): number {
  return pox.firstBurnHeight + pox.cycleLength * cycle;
}

/** Burn blocks until the prepare phase of the next cycle begins; zero or less within it. */
export function blocksToPrepare(pox: Pox): number {
  return startOf(pox, cycleAt(pox) + 1) - pox.prepareLength - pox.burnHeight;
}

/** Burn blocks until the next cycle. */
export function blocksToNextCycle(pox: Pox): number {
  return startOf(pox, cycleAt(pox) + 1) - pox.burnHeight;
}
