import * as z from 'zod/mini';
import { bytesToHex, hexToBytes } from '../../core/bytes.js';
import { ByteReader } from '../../core/hex-codec.js';
import type { HttpAnswer } from '../../core/http.js';
import { jsonIn } from '../../core/json.js';
import { decodeAddress } from '../wire/c32.js';
import { hasId } from '../wire/transaction.js';
import { MAX_TRANSACTION_BYTES, readTransaction } from '../wire/wire-transaction.js';
import { type Asking, read, saysMissing } from './asking.js';
import { bareHex, hash, hex } from './fields.js';
import type { KnownNodes } from './known-nodes.js';
import type { StacksNode } from './node.js';
import type { NodeTransaction } from './transaction.js';

/** The node that is asked for bytes, and what is known about it. */
interface Sources {
  readonly asking: Asking;
  readonly known: KnownNodes;
}

/**
 * The exact bytes of a transaction that a node shows, from which its id follows. For a waiting one they come from
 * the node itself; for one in a block from the node's index or, if it keeps none, from the block. An API's `/raw`
 * is asked in parallel while it still exists. `undefined`: they are not available.
 */
export async function bytesOf(
  node: StacksNode,
  sources: Sources,
  shown: NodeTransaction,
): Promise<string | undefined> {
  const { tx_id: id, block_height: height } = shown;
  const own = height === undefined ? node.waitingBytes(id) : indexedBytes(sources, id);
  const found = await Promise.all([own, olderBytes(sources, id)]);
  return found.find((bytes) => hasId(bytes, id)) ?? bytesInBlock(sources, shown);
}

const INDEX = '/v3/transaction';
const OWN = '/v3';
const OLDER = '/extended/v1/tx';

const indexedAnswer = z.looseObject({ tx: bareHex, is_canonical: z.optional(z.boolean()) });

/** From a node that keeps an index of transactions, and that can be reached directly. */
async function indexedBytes({ asking, known }: Sources, id: string): Promise<string | undefined> {
  const { url } = asking;
  if (known.lacks(url, OWN) || known.lacks(url, INDEX)) return undefined;
  const path = `${INDEX}/${id.slice(2)}`;
  return asking.ask({ method: 'GET', path }, (answer) => {
    // The node can't be reached directly: an API in front of it forwards only /v2.
    if (isNoRoute(answer)) known.setLacking(url, OWN);
    if (answer.status === 501) known.setLacking(url, INDEX);
    if ([400, 404, 410, 501].includes(answer.status)) return undefined;
    const { tx, is_canonical: isCanonical } = read(path, answer, indexedAnswer);
    return isCanonical === false ? undefined : tx;
  });
}

const olderAnswer = z.looseObject({ raw_tx: hex });

/** From an API that still shows bytes. */
async function olderBytes({ asking, known }: Sources, id: string): Promise<string | undefined> {
  const { url } = asking;
  if (known.lacks(url, OLDER)) return undefined;
  const path = `${OLDER}/${id}/raw`;
  return asking.ask({ method: 'GET', path }, (answer) => {
    if (answer.status === 410 || isNoRoute(answer)) known.setLacking(url, OLDER);
    if (answer.status === 404 || answer.status === 410) return undefined;
    return read(path, answer, olderAnswer).raw_tx.slice(2);
  });
}

function isNoRoute(answer: HttpAnswer): boolean {
  return answer.status === 404 && jsonIn(answer.text) !== undefined && !saysMissing(answer);
}

const HEXADECIMAL = { decode: (bytes = new Uint8Array()) => bytesToHex(bytes) };

/** A transaction's signer comes after its version, its chain and two bytes of its authorization. */
const BEFORE_SIGNER = 7;

/**
 * An account and a nonce occur in a block more than once only if a transaction has them in its data on purpose, such as
 * to have each of many places decoded to the end of the block.
 */
const MAX_DECODED = 2 * MAX_TRANSACTION_BYTES;

/** A transaction from its whole block, found by its account and its nonce. */
async function bytesInBlock(
  { asking, known }: Sources,
  { tx_id: id, index_block_hash: indexHash, sender_address: sender, nonce }: NodeTransaction,
): Promise<string | undefined> {
  const { data: name } = z.safeParse(hash, indexHash);
  const account = decodeAddress(sender);
  if (name === undefined || !account || known.lacks(asking.url, OWN)) return undefined;
  const request = {
    method: 'GET',
    path: `/v3/blocks/${name.slice(2)}`,
    decoder: HEXADECIMAL,
  } as const;
  const block = await asking.ask(request, ({ status, text }) => (status === 200 ? text : ''));
  const bytes = hexToBytes(block);
  const signed = account.hash160 + nonce.toString(16).padStart(16, '0');
  let at = -1;
  for (let left = MAX_DECODED; left > 0; ) {
    at = block.indexOf(signed, at + 1);
    if (at < 0) return undefined;
    const start = at / 2 - BEFORE_SIGNER;
    if (start < 0 || !Number.isInteger(start)) continue;
    const reader = new ByteReader(bytes.subarray(start, start + MAX_TRANSACTION_BYTES));
    const found = holdsTransaction(reader)
      ? block.slice(2 * start, 2 * (start + reader.position))
      : undefined;
    if (hasId(found, id)) return found;
    left -= reader.position;
  }
  return undefined;
}

/** Whether a transaction begins there, which then is read. */
function holdsTransaction(reader: ByteReader): boolean {
  try {
    readTransaction(reader);
    return true;
  } catch {
    return false;
  }
}
