import { maximum } from '../../core/amount.js';
import { type CallOptions, throwIfAborted } from '../../core/clock.js';
import { InvalidInputError } from '../../core/errors.js';
import { FeeTooHighError } from '../../transactions/index.js';
import { NotReplaceableError, UnknownTransactionError } from '../errors.js';
import type { NetworkFacts } from '../network.js';
import type { Ledger } from '../node/ledger.js';
import type { StacksNode } from '../node/node.js';
import { isSpentIn } from '../node/spender.js';
import { outcomeOf } from '../result.js';
import { contentOf } from '../wire/content.js';
import {
  hasId,
  parseTransaction,
  type UnsignedTransaction,
  withFee,
  withTransfer,
} from '../wire/transaction.js';
import { bumpWithin, estimateFee } from './fees.js';
import type { StacksInput } from './input.js';
import { type CheckedReplacement, intentOf } from './replacement.js';

/** Who replaces a transaction, on which chain, and for which fee. */
interface ReplacementTerms {
  readonly network: NetworkFacts;
  readonly sender: string;
  readonly fee: bigint | undefined;
  /** The most that it may be, where it is not given. */
  readonly maxFee: bigint;
}

type Replacement = Extract<StacksInput, { kind: 'given' }>;

/**
 * The transaction that replaces another: the same bytes with a higher fee, so that the post-conditions and the
 * memo stay the same. Where an operator has nothing to replace, the others are asked: what one of them shows is signed
 * by the account, so that none has invented it, and takes its nonce, so that it can't land beside it.
 *
 * @throws NotReplaceableError when it is on the chain, of another account, or not signed with the account's key, as
 * far as no operator shows otherwise.
 * @throws FeeTooHighError
 */
export async function replace(
  ledger: Ledger,
  wanted: CheckedReplacement,
  terms: ReplacementTerms,
  options: CallOptions,
): Promise<Replacement> {
  if (wanted.recipient === terms.sender) {
    throw new InvalidInputError('recipientAddress', 'is the address of this vault account');
  }
  const askIn = (nodes: Ledger) => replaceIn(nodes, wanted, terms, options);
  try {
    return await askIn(ledger);
  } catch (refusal) {
    const all = ledger.byOperator();
    if (all.length === 1 || refusal instanceof InvalidInputError) throw refusal;
    return await Promise.any(all.map(([, own]) => askIn(own))).catch(() => {
      throwIfAborted(options.signal);
      throw refusal;
    });
  }
}

function replaceIn(
  ledger: Ledger,
  wanted: CheckedReplacement,
  terms: ReplacementTerms,
  options: CallOptions,
): Promise<Replacement> {
  return ledger.ask(options, async (node) => {
    const { fee, maxFee } = terms;
    const original = await readOriginal(node, wanted.txid, terms);
    const changed = change(original, wanted);
    const chosen = fee ?? (await feeFor(node, changed, maxFee));
    if (chosen <= original.fee) {
      const reason = `must be more than that of the waiting transaction, ${original.fee} microSTX`;
      throw new InvalidInputError('fee', reason);
    }
    const intent = intentOf(wanted);
    return { kind: 'given', transaction: withFee(changed, chosen), intent };
  });
}

async function readOriginal(
  node: StacksNode,
  txid: string,
  { network, sender }: ReplacementTerms,
): Promise<UnsignedTransaction> {
  const [found, waiting] = await Promise.all([node.transaction(txid), node.waitingBytes(txid)]);
  const outcome = found && outcomeOf(found);
  if (outcome === 'success' || outcome === 'failed') {
    throw new NotReplaceableError(txid, 'it is on the chain');
  }
  const raw = waiting ?? (found && (await node.bytesOf(found)));
  if (raw === undefined) throw new UnknownTransactionError(txid);
  if (!hasId(raw, txid)) throw new NotReplaceableError(txid, 'the node shows other bytes for it');
  const original = parseTransaction(raw, 'txId');
  if (original.sender !== sender) {
    throw new NotReplaceableError(txid, 'it is a transaction of another account');
  }
  const own = { network: network.kind, chainId: network.chainId, sender, nonce: original.nonce };
  // The account signs these contents again, and its own signature is the only proof that it ever wanted them.
  if (isSpentIn(raw, own, undefined)) return original;
  throw new NotReplaceableError(txid, 'its bytes are not signed by this account for this chain');
}

function change(
  original: UnsignedTransaction,
  { recipient, amount }: CheckedReplacement,
): UnsignedTransaction {
  if (recipient === undefined && amount === undefined) return original;
  if (contentOf(original)?.kind !== 'transfer') {
    throw new InvalidInputError('changes', 'are for transfers of STX only');
  }
  return withTransfer(original, {
    ...(recipient === undefined ? {} : { recipient }),
    ...(amount === undefined ? {} : { amount }),
  });
}

const nothingKnown = () => ({ asked: new Map(), unestimated: new Map() });

/**
 * A quarter more than before or all that is allowed, or the usual fee now if that is more.
 *
 * @throws FeeTooHighError when that is more than is allowed.
 */
async function feeFor(
  node: StacksNode,
  transaction: UnsignedTransaction,
  maxFee: bigint,
): Promise<bigint> {
  const least = bumpWithin(transaction.fee, maxFee);
  const content = contentOf(transaction);
  const now = content ? await estimateFee(node, content, transaction, nothingKnown()) : 0n;
  if (now > maxFee) throw new FeeTooHighError(now, maxFee);
  return maximum(now, least);
}
