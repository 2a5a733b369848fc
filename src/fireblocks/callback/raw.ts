import { equalBytes, fromHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject, jsonIn } from '../../core/json.js';
import type { DecodedTransaction, TransactionCodec } from '../../signer/transaction-codec.js';
import { custodyAlgorithmOf } from '../rest/addressing.js';
import type { Claims } from './claims.js';
import type { RawCallback } from './requests.js';

const MESSAGES = 'extraParameters.rawMessageData.messages';
const ALGORITHM = 'extraParameters.rawMessageData.algorithm';
const PAYLOAD = 'extraParameters.unhashedTxPayload';

/** Fields of a message that would make Fireblocks sign something else than its `content`. */
const NOT_AS_IT_IS = ['preHash', 'type'] as const;

/**
 * The transactions of a RAW request: rebuilt from its payload, and each of them checked against the digest in its
 * message. The payload is only the requester's claim; only the messages are signed.
 *
 * @throws InvalidInputError that says what does not agree.
 */
export async function decodeRaw(
  claims: Claims,
  codecs: readonly TransactionCodec[],
): Promise<Pick<RawCallback, 'chain' | 'transactions'>> {
  const { rawMessageData, unhashedTxPayload } = extraParametersOf(claims);
  const contents = messagesIn(rawMessageData).map(contentOf);
  if (unhashedTxPayload === undefined || unhashedTxPayload === null) {
    throw new InvalidInputError(PAYLOAD, 'is required: a digest alone says nothing');
  }
  const payloads = payloadsIn(claims);
  const codec = codecs.find((one) => payloads.every((payload) => one.recognises(payload)));
  if (!codec) throw new InvalidInputError(PAYLOAD, 'is of no chain served here');
  const areAsMany = payloads.length === contents.length;
  const [first, ...rest] = areAsMany ? await decodeAll(payloads, codec) : [];
  if (!first) {
    const counts = `there are ${contents.length} messages and ${payloads.length} payloads`;
    throw new InvalidInputError(MESSAGES, `must be one for each payload; ${counts}`);
  }
  for (const [index, transaction] of [first, ...rest].entries()) {
    checkContent(transaction, contents[index], index);
    checkAlgorithm(transaction, rawMessageData);
    const isOfBoth = equalBytes(transaction.content, first.content);
    if (transaction.signer !== first.signer && !isOfBoth) {
      throw new InvalidInputError(PAYLOAD, 'must be of one signer, or one transaction');
    }
  }
  checkRawTx(claims, contents);
  return { chain: codec.chain, transactions: [first, ...rest] };
}

/** In their order: of several that are wrong, the first is named. */
async function decodeAll(
  payloads: readonly unknown[],
  codec: TransactionCodec,
): Promise<readonly DecodedTransaction[]> {
  const decoded: DecodedTransaction[] = [];
  for (const payload of payloads) decoded.push(await codec.decode(payload));
  return decoded;
}

/** What the requester says that the messages stand for, one for each. */
export function payloadsIn(claims: Claims): readonly unknown[] {
  const { unhashedTxPayload } = extraParametersOf(claims);
  return Array.isArray(unhashedTxPayload) ? unhashedTxPayload : [unhashedTxPayload];
}

function checkContent(
  { content }: DecodedTransaction,
  asked: Uint8Array | undefined,
  index: number,
): void {
  if (asked && equalBytes(asked, content)) return;
  throw new InvalidInputError(`${MESSAGES}[${index}]`, 'is not what the payload says');
}

/** Beside a path the request names the algorithm; otherwise the asset determines it. */
function checkAlgorithm({ algorithm }: DecodedTransaction, rawMessageData: unknown): void {
  const named = isObject(rawMessageData) ? (rawMessageData.algorithm ?? undefined) : undefined;
  if (!algorithm || named === undefined || named === custodyAlgorithmOf(algorithm)) return;
  throw new InvalidInputError(ALGORITHM, 'is not what the payload says');
}

/** An object from some co-signers, JSON text from others. */
export function extraParametersOf(claims: Claims): Record<string, unknown> {
  const { extraParameters: given } = claims;
  const parameters = typeof given === 'string' ? jsonIn(given) : given;
  if (isObject(parameters)) return parameters;
  throw new InvalidInputError('extraParameters', 'must be an object or its JSON');
}

/** @throws InvalidInputError when there are none. */
export function messagesIn(rawMessageData: unknown): readonly Record<string, unknown>[] {
  const messages = isObject(rawMessageData) ? rawMessageData.messages : undefined;
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isObject)) {
    throw new InvalidInputError(MESSAGES, 'must be a list of messages');
  }
  return messages;
}

function contentOf(message: Record<string, unknown>, index: number): Uint8Array {
  for (const name of NOT_AS_IT_IS) {
    if (message[name] !== undefined && message[name] !== null) {
      throw new InvalidInputError(`${MESSAGES}[${index}].${name}`, "can't be checked here");
    }
  }
  const bytes = typeof message.content === 'string' ? fromHex(message.content) : undefined;
  if (bytes && bytes.length > 0) return bytes;
  throw new InvalidInputError(`${MESSAGES}[${index}].content`, 'must be hexadecimal');
}

/** Where the workspace shows what it is about to sign, it must show the messages as well. */
function checkRawTx(claims: Claims, contents: readonly Uint8Array[]): void {
  for (const [index, { payload }] of rawTxIn(claims).entries()) {
    const bytes = typeof payload === 'string' ? fromHex(payload.replace(/^0x/, '')) : undefined;
    if (!bytes || !contents.some((content) => equalBytes(content, bytes))) {
      throw new InvalidInputError(`rawTx[${index}].payload`, 'is none of the messages');
    }
  }
}

/**
 * The data that the workspace is about to sign, as it shows it; empty where it shows nothing.
 *
 * @throws InvalidInputError for another form than the documented one, whose meaning is unknown.
 */
export function rawTxIn({ rawTx }: Claims): readonly Record<string, unknown>[] {
  if (rawTx === undefined || rawTx === null) return [];
  if (Array.isArray(rawTx) && rawTx.every(isObject)) return rawTx;
  throw new InvalidInputError('rawTx', 'must be a list of objects');
}

/** @throws InvalidInputError where another operation has messages to sign as well. */
export function assertNoMessages(claims: Claims): void {
  const { extraParameters } = claims;
  if (extraParameters === undefined || extraParameters === null || extraParameters === '') return;
  const { rawMessageData } = extraParametersOf(claims);
  if (rawMessageData === undefined || rawMessageData === null) return;
  throw new InvalidInputError('extraParameters.rawMessageData', 'is for RAW requests only');
}
