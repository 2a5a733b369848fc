import { sha512_256 } from '@noble/hashes/sha2.js';
import { bytesToHex, equalBytes, hexToBytes } from '../../core/bytes.js';
import { recoverKey } from '../../signer/ecdsa.js';
import type { TransactionStatus } from '../../transactions/index.js';
import { isPinned, type OtherKeys } from '../../transactions/records/other-keys.js';
import type { StacksNetworkKind } from '../network.js';
import { type StacksTransactionResult, statusOf } from '../result.js';
import { P2PKH, type SpendingCondition } from '../wire/authorization.js';
import { encodeAddress } from '../wire/c32.js';
import { addressOfKey, singleSigVersion } from '../wire/principals.js';
import { hashAfter, initialHash, signedPreimage } from '../wire/sighash.js';
import { digestOf, parseTransaction, type UnsignedTransaction } from '../wire/transaction.js';
import { decodeTransaction, type WireTransaction } from '../wire/wire-transaction.js';
import type { StacksNode } from './node.js';
import { isLeftOut, type NodeTransaction } from './transaction.js';

/** How far back the transaction that spent a nonce is looked for: 500 transactions. */
const MAX_PAGES = 10;

/**
 * Finds the transaction that spent another one's nonce, the account being its sender or its sponsor. A node's
 * claim is not enough: the bytes must be signed with the account's own key, or with one that the caller pinned.
 */
export async function whoSpent(
  node: StacksNode,
  transaction: UnsignedTransaction,
  otherKeys: OtherKeys | undefined,
): Promise<TransactionStatus<StacksTransactionResult>> {
  const spender = await findSpender(node, transaction);
  if (!spender)
    return {
      state: 'unknown',
      reason: 'the node does not show the transaction that spent its nonce',
    };
  const raw = await node.bytesOf(spender);
  if (raw === undefined) {
    return {
      state: 'unknown',
      reason: 'the node does not have the bytes of the transaction that spent its nonce',
    };
  }
  if (!isSpentIn(raw, transaction, otherKeys)) {
    const reason = 'the transaction that spent its nonce is not signed with a known key';
    return { state: 'unknown', reason };
  }
  if (!isSame(raw, transaction)) return { state: 'replaced', by: spender.tx_id };
  // A list shows fewer of its fields than the single transaction.
  return statusOf((await node.transaction(spender.tx_id)) ?? spender);
}

/** An account's nonce, on its chain. */
type SpentNonce = Pick<UnsignedTransaction, 'network' | 'chainId' | 'sender' | 'nonce'>;

/** Whether a node shows a transaction that an account has signed with a nonce, applied or waiting. */
export async function hasSigned(
  node: StacksNode,
  spent: SpentNonce,
  otherKeys: OtherKeys | undefined,
): Promise<boolean> {
  const [spender, waiting] = await Promise.all([
    findSpender(node, spent),
    findWaiting(node, spent),
  ]);
  const by = spender ?? waiting;
  const raw = by && (await node.bytesOf(by));
  return raw !== undefined && isSpentIn(raw, spent, otherKeys);
}

async function findWaiting(
  node: StacksNode,
  { sender, nonce }: SpentNonce,
): Promise<NodeTransaction | undefined> {
  const { transactions } = await node.waitingOf(sender);
  return transactions.find((by) => noncesIn(by, sender).includes(nonce));
}

/** The transaction in the account's history that has the nonce. */
async function findSpender(
  node: StacksNode,
  { sender, nonce }: SpentNonce,
): Promise<NodeTransaction | undefined> {
  let at: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { transactions, next } = await node.transactionsOf(sender, at);
    const spent = transactions
      .filter((by) => !isLeftOut(by))
      .flatMap((by) => noncesIn(by, sender).map((used) => ({ by, used })));
    const spender = spent.find(({ used }) => used === nonce);
    if (spender) return spender.by;
    if (spent.some(({ used }) => used < nonce) || next === null) return undefined;
    at = next;
  }
  return undefined;
}

/** The nonces that an account has spent in a transaction, according to the node. */
function noncesIn(by: NodeTransaction, account: string): readonly bigint[] {
  const asSponsor = by.sponsor_address === account ? by.sponsor_nonce : undefined;
  return [
    ...(by.sender_address === account ? [BigInt(by.nonce)] : []),
    ...(typeof asSponsor === 'number' ? [BigInt(asSponsor)] : []),
  ];
}

/** Whether bytes are a transaction of the same chain which spends the same nonce, and may do so. */
export function isSpentIn(
  raw: string,
  { network, chainId, sender, nonce }: SpentNonce,
  otherKeys: OtherKeys | undefined,
): boolean {
  try {
    const wire = decodeTransaction(raw);
    if (wire.chainId !== chainId || wire.network !== network) return false;
    const accounts = accountsOf(wire, network, otherKeys);
    // If one signature is not its signer's, no node accepts the transaction.
    return (
      accounts.every(({ signer }) => signer !== undefined) &&
      accounts.some((one) => one.signer === sender && one.nonce === nonce)
    );
  } catch {
    // The bytes are no transaction, or one that its sender has not signed.
    return false;
  }
}

/** A nonce that a transaction spends, and whose it is; `undefined`: nobody known has signed that. */
interface SpendingAccount {
  readonly nonce: bigint;
  readonly signer: string | undefined;
}

function accountsOf(
  wire: WireTransaction,
  network: StacksNetworkKind,
  otherKeys: OtherKeys | undefined,
): readonly SpendingAccount[] {
  const { origin, sponsor } = wire.authorization;
  const accountOf = (condition: SpendingCondition, digest: Uint8Array): SpendingAccount => ({
    nonce: condition.nonce,
    signer: signerOf(condition, digest, network, otherKeys),
  });
  const signed = sha512_256(signedPreimage(initialHash(wire), 'origin', origin));
  const sender = accountOf(origin, signed);
  if (!sponsor) return [sender];
  // Whatever its sponsor signed: an account of several keys is none that is known here.
  if (origin.kind !== 'single') return [sender];
  // A sponsor signs the same transaction, with its sender's signature.
  const after = hashAfter(signed, origin.isCompressed, origin.signature);
  return [sender, accountOf(sponsor, sha512_256(signedPreimage(after, 'sponsor', sponsor)))];
}

/** The account that made a signature; `undefined` if it is not from a single key, or not from that account's key. */
function signerOf(
  condition: SpendingCondition,
  digest: Uint8Array,
  network: StacksNetworkKind,
  otherKeys: OtherKeys | undefined,
): string | undefined {
  if (condition.kind !== 'single' || condition.hashMode !== P2PKH) return undefined;
  const key = recoverKey(hexToBytes(condition.signature), digest, condition.isCompressed);
  if (!key) return undefined;
  const signer = encodeAddress({ version: singleSigVersion(network), hash160: condition.signer });
  const isOwn = addressOfKey(network, key) === signer;
  return isOwn || isPinned(otherKeys, signer, bytesToHex(key)) ? signer : undefined;
}

/** Whether bytes are the same transaction, whatever key signed them. */
function isSame(raw: string, transaction: UnsignedTransaction): boolean {
  try {
    const other = parseTransaction(raw, 'transaction');
    return equalBytes(digestOf(other).digest, digestOf(transaction).digest);
  } catch {
    // It is of a kind that is not made here.
    return false;
  }
}
