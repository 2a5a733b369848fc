import {
  AddressHashMode,
  AuthType,
  deserializeTransaction,
  nextVerification,
  type SpendingCondition,
  type StacksTransactionWire,
} from '@stacks/transactions';
import { bytesToHex, equalBytes } from '../../core/bytes.js';
import type { TransactionStatus } from '../../transactions/index.js';
import { isPinned, type OtherKeys } from '../../transactions/records/other-keys.js';
import type { StacksNetworkKind } from '../network.js';
import { type StacksTransactionResult, statusOf } from '../result.js';
import { encodeAddress } from '../wire/c32.js';
import { addressOfKey, singleSigVersion } from '../wire/principals.js';
import { digestOf, parseTransaction, type UnsignedTransaction } from '../wire/transaction.js';
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
    const wire = deserializeTransaction(raw);
    // The library ignores bytes behind a transaction.
    if (wire.serialize() !== raw || wire.chainId !== chainId) return false;
    const signatures = signaturesOf(wire).map((signature) => ({
      nonce: BigInt(signature.condition.nonce),
      signer: signerOf(signature, network, otherKeys),
    }));
    // If one signature is not its signer's, no node accepts the transaction.
    return (
      signatures.every(({ signer }) => signer !== undefined) &&
      signatures.some((one) => one.signer === sender && one.nonce === nonce)
    );
  } catch {
    // The bytes are no transaction, or one that its sender has not signed.
    return false;
  }
}

/** An account whose nonce a transaction spends, and the hash that it has to sign. */
interface AccountSignature {
  readonly condition: SpendingCondition;
  readonly hash: string;
  readonly type: AuthType;
}

function signaturesOf(wire: StacksTransactionWire): readonly AccountSignature[] {
  const { auth } = wire;
  const origin = { condition: auth.spendingCondition, hash: wire.verifyBegin() };
  const signatures = [{ ...origin, type: AuthType.Standard }];
  if (auth.authType === AuthType.Standard) return signatures;
  // A sponsor signs the same transaction as the sender.
  const sponsor = { condition: auth.sponsorSpendingCondition, hash: wire.verifyOrigin() };
  return [...signatures, { ...sponsor, type: AuthType.Sponsored }];
}

/** The account that made a signature; `undefined` if it is not from a single key, or not from that account's key. */
function signerOf(
  { condition, hash, type }: AccountSignature,
  network: StacksNetworkKind,
  otherKeys: OtherKeys | undefined,
): string | undefined {
  if (condition.hashMode !== AddressHashMode.P2PKH || !('signature' in condition)) return undefined;
  const { fee, nonce, keyEncoding, signature } = condition;
  const { data: key } = nextVerification(
    hash,
    type,
    fee,
    nonce,
    keyEncoding,
    signature.data,
  ).pubKey;
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
