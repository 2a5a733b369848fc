import * as z from 'zod/mini';
import { fromHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import type { ForeignSighting, LookUpRequest, Sighting } from '../transactions/index.js';
import type { Ed25519Proof } from './bcs/authenticator.js';
import { AptosNodeError } from './errors.js';
import type { Fullnode, Ledger, LedgerInfo } from './fullnode.js';
import { type AptosTransactionResult, type NodeTransaction, resultOf } from './result.js';
import type { AptosTransaction } from './signatories.js';
import { signedTransaction } from './signing.js';
import { nonceOf } from './terms.js';
import type { UnsignedTransaction } from './transaction.js';
import { parseVmStatus } from './vm-status.js';

type AptosSighting = Sighting<AptosTransactionResult>;

/**
 * What the ledger knows of a transaction: by its hash, and by its account and number, since a second
 * signature gives another hash. All of it is one node's word.
 */
export function lookUp(
  ledger: Ledger,
  { transaction, hash, patient }: LookUpRequest<AptosTransaction>,
  options: CallOptions,
): Promise<AptosSighting> {
  const { unsigned } = transaction;
  return ledger.ask(options, async (node) => {
    const awaited = hash !== undefined && patient ? await waitFor(node, hash) : undefined;
    if (awaited) return known(awaited, unsigned);
    return nonceOf(unsigned) === undefined
      ? lookUpNumber(node, unsigned, hash)
      : lookUpOrderless(node, unsigned, hash);
  });
}

/** Not every server that stands for a node waits; those that don't are asked as usual. */
async function waitFor(node: Fullnode, hash: string): Promise<NodeTransaction | undefined> {
  try {
    return (await node.awaitTransaction(hash)).value;
  } catch (error) {
    if (error instanceof AptosNodeError && !error.retryable) return undefined;
    throw error;
  }
}

async function lookUpNumber(
  node: Fullnode,
  unsigned: UnsignedTransaction,
  hash: string | undefined,
): Promise<AptosSighting> {
  const { sender, sequenceNumber, expirationTimestampSecs } = unsigned;
  const [found, { value: account, ledger }] = await Promise.all([
    hash === undefined ? undefined : node.transaction(hash),
    node.account(sender),
  ]);
  const seen = found?.value && known(found.value, unsigned);
  // A mempool may still show what a later ledger has left behind; only the ledger decides.
  if (seen && seen.state !== 'open') return seen;
  if ((account?.sequence_number ?? 0n) > sequenceNumber) return whoSpent(node, unsigned);
  if (ledger.timestamp > expirationTimestampSecs) return { state: 'expired' };
  return seen ?? { state: 'open', seen: false };
}

/** What the chain takes at most of a transaction without a number. */
const ORDERLESS_LIFETIME_SECONDS = 60n;

/**
 * Without a number, absence is all there is to go by, and only of the one hash that our signature
 * gives. As long as there is none, nothing is certain but what is on the ledger. Nor is absence where
 * the node's history begins later than the transaction could have landed: a pruned node, or one that
 * was set up since, shows the same for what never was and for what it no longer has.
 */
async function lookUpOrderless(
  node: Fullnode,
  unsigned: UnsignedTransaction,
  hash: string | undefined,
): Promise<AptosSighting> {
  if (hash === undefined) return { state: 'open', seen: false };
  const { value, ledger } = await node.transaction(hash);
  const seen = value && known(value, unsigned);
  if (seen) return seen;
  const { expirationTimestampSecs: expiry } = unsigned;
  if (ledger.timestamp <= expiry) return { state: 'open', seen: false };
  const start = await historyStart(node, ledger);
  if (start !== undefined && start < expiry - ORDERLESS_LIFETIME_SECONDS) {
    return { state: 'expired' };
  }
  return { state: 'unknown', reason: 'the node no longer has the time in which it could land' };
}

/** From when on a node has all there was, in seconds of Unix time; nothing where it doesn't say. */
async function historyStart(node: Fullnode, { oldestBlock }: LedgerInfo) {
  if (oldestBlock === undefined) return undefined;
  return oldestBlock === 0n ? 0n : node.blockTime(oldestBlock);
}

function known(found: NodeTransaction, unsigned: UnsignedTransaction): AptosSighting {
  const isAbout =
    'sender' in found &&
    isAddress(found.sender, unsigned.sender) &&
    found.sequence_number === unsigned.sequenceNumber.toString();
  if (!isAbout) {
    return { state: 'unknown', reason: 'the node shows another transaction under this hash' };
  }
  const result = resultOf(found);
  return result ? outcomeOf(result) : { state: 'open', seen: true };
}

/** Nodes leave leading zeros out of some addresses. */
function isAddress(text: unknown, address: string): boolean {
  return typeof text === 'string' && `0x${text.replace(/^0x/, '').padStart(64, '0')}` === address;
}

async function whoSpent(node: Fullnode, unsigned: UnsignedTransaction): Promise<AptosSighting> {
  const { sender, sequenceNumber } = unsigned;
  const sent = await node.sentBy(sender, sequenceNumber, 1);
  const result = sent
    .map(resultOf)
    .find((one) => one?.sequence_number === sequenceNumber.toString());
  if (!result) return { state: 'unknown', reason: 'the node no longer has who spent it' };
  const proofs = proofsIn(result.signature);
  if (!proofs) return { state: 'unknown', reason: 'who spent it was signed in an unknown way' };
  return isSame(unsigned, proofs, result.hash)
    ? outcomeOf(result)
    : { state: 'replaced', by: result.hash };
}

/**
 * Whether a transaction on the ledger is ours, whoever signed it: ours with the other's signatures has
 * the other's hash only if they are the same.
 */
function isSame(unsigned: UnsignedTransaction, proofs: readonly Ed25519Proof[], hash: string) {
  try {
    return signedTransaction(unsigned, proofs).hash === hash;
  } catch {
    // Signed by another number of people.
    return false;
  }
}

const hex = (bytes: number) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`))),
    z.transform((text) => fromHex(text.slice(2)) ?? new Uint8Array()),
  );

const single = z.looseObject({
  type: z.literal('ed25519_signature'),
  public_key: hex(32),
  signature: hex(64),
});

const several = z.looseObject({
  type: z.enum(['multi_agent_signature', 'fee_payer_signature']),
  sender: single,
  secondary_signers: z.array(single),
  fee_payer_signer: z.optional(single),
});

/** The proofs of a transaction on the ledger; nothing where some are of another kind. */
function proofsIn(signature: unknown): readonly Ed25519Proof[] | undefined {
  const { data } = z.safeParse(z.union([single, several]), signature);
  if (!data) return undefined;
  const {
    sender,
    secondary_signers: secondary,
    fee_payer_signer: payer,
  } = data.type === 'ed25519_signature'
    ? { sender: data, secondary_signers: [], fee_payer_signer: undefined }
    : data;
  return [sender, ...secondary, ...(payer ? [payer] : [])].map(
    ({ public_key: publicKey, signature: bytes }) => ({ publicKey, signature: bytes }),
  );
}

/** What the ledger knows of a transaction that was not built here. */
export function lookUpHash(
  ledger: Ledger,
  hash: string,
  options: CallOptions,
): Promise<ForeignSighting<AptosTransactionResult> | undefined> {
  return ledger.ask(options, async (node) => {
    const { value } = await node.transaction(hash);
    if (!value || !('sequence_number' in value)) return undefined;
    const result = resultOf(value);
    return {
      number: BigInt(String(value.sequence_number)),
      outcome: result && outcomeOf(result),
    };
  });
}

function outcomeOf(result: AptosTransactionResult) {
  const { hash, success, vm_status: status } = result;
  if (success) return { state: 'confirmed', hash, result } as const;
  return { state: 'failed', hash, code: parseVmStatus(status).code, result } as const;
}
