import { equalBytes } from '../../core/bytes.js';
import { cut, visible } from '../../core/shown.js';
import { contentOf } from '../../signer/messages.js';
import type { SigningMessage } from '../../signer/raw-signer.js';
import { type Explained, type SummaryContext, summaryOf } from '../../signer/summary.js';
import type { Chain } from '../chain.js';

/** A payload, and the message that it belongs to. */
interface Explainable {
  readonly payload: unknown;
  readonly message: SigningMessage | undefined;
  /** What it rests on that only nodes have said: `argument types from a node`. */
  readonly saidByNodes?: string | undefined;
}

/**
 * What is signed, in one line for the approvers, at most `length` characters. It is only for people: where it can't be
 * made there is none, and nothing depends on it.
 */
export async function summaryFor(
  chain: Pick<Chain, 'explain'>,
  all: readonly Explainable[],
  context: SummaryContext,
  length: number,
): Promise<string | undefined> {
  if (length === 0) return undefined;
  try {
    const explanations = await Promise.all(all.map((one) => explained(chain, one)));
    return cut(summaryOf(explanations, context), length);
  } catch {
    return undefined;
  }
}

async function explained(
  chain: Pick<Chain, 'explain'>,
  { payload, message, saidByNodes }: Explainable,
): Promise<Explained> {
  const explanation = await chain.explain(payload);
  if (!message || !equalBytes(explanation.content, contentOf(message))) {
    throw new Error('The payload is of other bytes than those that are signed.');
  }
  return { ...explanation, saidByNodes };
}

/**
 * The words in front of a record: what the bytes say, and behind it what the caller says, which may be text
 * of another party and must not change how the line reads.
 */
export function wordsWith(
  summary: string | undefined,
  note: string | undefined,
): string | undefined {
  const words = note && visible(note);
  if (summary === undefined) return words;
  return words ? `${summary} | ${words}` : `${summary} |`;
}
