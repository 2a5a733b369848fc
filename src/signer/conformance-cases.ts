import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, equalBytes, utf8ToBytes } from '../core/bytes.js';
import {
  AbortedError,
  GatewayError,
  IdempotencyConflictError,
  InvalidInputError,
} from '../core/errors.js';
import { systemRandom } from '../core/random.js';
import type { ConformanceSubject } from './conformance.js';
import {
  type NativeDestination,
  offersNativeTransfers,
  type RawSigner,
  type RawSigningRequest,
  type SigningKey,
  type SigningMessage,
} from './raw-signer.js';
import { verifySignature } from './verify-signature.js';

/** Random enough that the suite can run again at a custody platform that keeps ids for ever. */
function freshId(): string {
  return `conformance-${bytesToHex(systemRandom(12))}`;
}

function messageFor(key: SigningKey, text: string): SigningMessage {
  const bytes = utf8ToBytes(text);
  if (key.algorithm.startsWith('ecdsa')) {
    return { kind: 'digest', key, digest: sha256(bytes), hash: 'sha256', preimage: bytes };
  }
  return { kind: 'message', key, bytes };
}

function messageOfWrongKind(key: SigningKey): SigningMessage {
  const bytes = sha256(utf8ToBytes(freshId()));
  return key.algorithm.startsWith('ecdsa')
    ? { kind: 'message', key, bytes }
    : { kind: 'digest', key, digest: bytes, hash: 'sha256' };
}

function requestOf(...messages: SigningMessage[]): RawSigningRequest {
  return { idempotencyKey: freshId(), messages, note: 'conformance suite' };
}

/** Signs and verifies; returns the signatures as text, to compare. */
async function verifyAll(signer: RawSigner, request: RawSigningRequest): Promise<string> {
  const signatures = await signer.sign(request);
  assert(signatures.length === request.messages.length, 'one signature for each message');
  for (const [index, message] of request.messages.entries()) {
    const signature = signatures[index];
    assert(signature !== undefined, `a signature at ${index}`);
    verifySignature(message, await signer.getPublicKey(message.key), signature);
  }
  return signatures.map(({ bytes }) => bytesToHex(bytes)).join();
}

/** A signer may accept only keys of one account in a request. Then it must say so before it signs. */
async function verifyAllUnlessMixed(signer: RawSigner, request: RawSigningRequest): Promise<void> {
  try {
    await verifyAll(signer, request);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
  }
}

export async function publicKeyIsStable({
  signer,
  keys: [key],
}: ConformanceSubject): Promise<void> {
  const [one, two] = await Promise.all([signer.getPublicKey(key), signer.getPublicKey(key)]);
  assert(one.algorithm === key.algorithm, 'the key says its algorithm');
  assert(equalBytes(one.bytes, two.bytes), 'the same key twice');
  const size = key.algorithm === 'eddsa-ed25519' ? 32 : 33;
  assert(one.bytes.length === size, `a public key of ${size} bytes`);
}

export async function keysDiffer({ signer, keys: [one, two] }: ConformanceSubject): Promise<void> {
  const [a, b] = await Promise.all([signer.getPublicKey(one), signer.getPublicKey(two)]);
  assert(!equalBytes(a.bytes, b.bytes), 'two keys');
}

export async function signatureVerifies({ signer, keys }: ConformanceSubject): Promise<void> {
  for (const key of keys) await verifyAll(signer, requestOf(messageFor(key, freshId())));
}

export async function orderIsKept({ signer, keys: [one, two] }: ConformanceSubject): Promise<void> {
  const messages = (other: SigningKey) =>
    Array.from({ length: 5 }, (_, index) =>
      messageFor(index % 2 === 0 ? one : other, `${freshId()} ${index}`),
    );
  await verifyAll(signer, requestOf(...messages(one)));
  await verifyAllUnlessMixed(signer, requestOf(...messages(two)));
}

export async function equalMessages({
  signer,
  keys: [one, two],
}: ConformanceSubject): Promise<void> {
  const text = freshId();
  const messages = [messageFor(one, text), messageFor(two, text)];
  await verifyAllUnlessMixed(signer, requestOf(...messages));
}

export async function repeatIsHarmless({ signer, keys: [key] }: ConformanceSubject): Promise<void> {
  const request = requestOf(messageFor(key, freshId()));
  const first = await verifyAll(signer, request);
  const second = await verifyAll(signer, request);
  if (!signer.capabilities.remembers) return;
  assert(first === second, 'the signature of the first time');
}

export async function concurrentRepeats({
  signer,
  keys: [key],
}: ConformanceSubject): Promise<void> {
  const request = requestOf(messageFor(key, freshId()));
  const [one, other] = await Promise.all([verifyAll(signer, request), verifyAll(signer, request)]);
  if (!signer.capabilities.remembers) return;
  assert(one === other, 'one signature for both');
}

export async function otherMessagesAreRefused({
  signer,
  keys: [key],
}: ConformanceSubject): Promise<void> {
  if (!signer.capabilities.remembers) return;
  const request = requestOf(messageFor(key, 'one'));
  await signer.sign(request);
  const other = { ...request, messages: [messageFor(key, 'another')] };
  const error = await rejection(signer.sign(other));
  assert(error instanceof IdempotencyConflictError, 'an IdempotencyConflictError');
}

export async function otherKeyIsRefused({
  signer,
  keys: [one, two],
}: ConformanceSubject): Promise<void> {
  if (!signer.capabilities.remembers || one.algorithm !== two.algorithm) return;
  const text = freshId();
  const request = requestOf(messageFor(one, text));
  await signer.sign(request);
  const error = await rejection(signer.sign({ ...request, messages: [messageFor(two, text)] }));
  assert(error instanceof IdempotencyConflictError, 'an IdempotencyConflictError');
}

export async function listsItsRequests({ signer, keys: [key] }: ConformanceSubject): Promise<void> {
  if (!signer.list) return;
  const requests = [freshId(), freshId()].map((text) => requestOf(messageFor(key, text)));
  for (const request of requests) await signer.sign(request);
  const wanted = requests.map(({ idempotencyKey }) => idempotencyKey);
  const listed = (await signer.list(key)).map((record) => record.idempotencyKey);
  const found = listed.filter((name) => wanted.includes(name));
  assert(found.join() === wanted.join(), 'both requests, in their order');
}

export async function findsItsRequests({ signer, keys: [key] }: ConformanceSubject): Promise<void> {
  if (!signer.capabilities.remembers) return;
  assert(signer.find !== undefined, 'a signer that remembers has find()');
  const message = messageFor(key, freshId());
  const payload = { any: ['thing', 1, true] };
  const request = { ...requestOf(message), unhashedPayload: payload };
  await signer.sign(request);
  const record = await signer.find(request.idempotencyKey);
  assert(record?.state === 'signed', 'the request is found, and signed');
  assert(record.note?.includes('conformance suite') === true, 'the note is kept');
  assert(JSON.stringify(record.unhashedPayload) === JSON.stringify(payload), 'the payload is kept');
  const content = message.kind === 'digest' ? message.digest : message.bytes;
  const [recorded] = record.messages;
  assert(recorded !== undefined && equalBytes(recorded, content), 'the message is kept');
  const [signature] = record.signatures ?? [];
  assert(signature !== undefined, 'the signature is kept');
  verifySignature(message, await signer.getPublicKey(key), signature);
}

export async function findsNothing({ signer }: ConformanceSubject): Promise<void> {
  if (!signer.capabilities.remembers) return;
  assert((await signer.find?.(freshId())) === undefined, 'undefined for an unknown key');
}

/** The signer as one that makes transfers, and what it may transfer; nothing where the subject names none. */
function transferring({ signer, transfer }: ConformanceSubject) {
  if (!transfer) return undefined;
  assert(offersNativeTransfers(signer), 'a signer that makes transfers');
  return { signer, transfer };
}

export async function transferIsMadeOnce(subject: ConformanceSubject): Promise<void> {
  const paying = transferring(subject);
  if (!paying) return;
  const { signer, transfer } = paying;
  const request = { ...transfer, idempotencyKey: freshId() };
  const both = await Promise.all([signer.transfer(request), signer.transfer(request)]);
  for (const { state, kind } of both) {
    assert(state === 'signed' && kind === 'native-transfer', 'a completed native transfer');
  }
  const [one, other] = both;
  assert(one.txHash !== undefined && one.txHash === other.txHash, 'one hash, of one transfer');
}

export async function transferIsCompared(subject: ConformanceSubject): Promise<void> {
  const paying = transferring(subject);
  if (!paying) return;
  const { signer, transfer } = paying;
  const idempotencyKey = freshId();
  await signer.transfer({ ...transfer, idempotencyKey });
  const find = (asked: typeof transfer) => signer.find?.(idempotencyKey, { transfer: asked });
  const record = await find(transfer);
  assert(record?.kind === 'native-transfer', 'the transfer is found');
  assert(!record.isOther, 'it is the one that was asked for');
  const { from, to, amount } = transfer;
  const others = [
    { amount: `1${amount}` },
    ...othersThan(to).map((other) => ({ to: other })),
    { from: { ...from, id: `1${from.id}` } },
    { from: { ...from, assetId: `${from.assetId}_OTHER` } },
  ];
  for (const other of others) {
    const isOther = (await find({ ...transfer, ...other }))?.isOther;
    assert(isOther === true, `another where it differs in ${JSON.stringify(other)}`);
  }
}

function othersThan(to: NativeDestination): readonly NativeDestination[] {
  if (to.type === 'account') {
    return [
      { ...to, id: `1${to.id}` },
      { ...to, accountType: `${to.accountType}_OTHER` },
    ];
  }
  const elsewhere = { ...to, address: `${to.address}0` };
  const { tag, ...untagged } = to;
  // A record without a tag may be of a platform that doesn't show it yet.
  return tag === undefined ? [elsewhere] : [elsewhere, { ...to, tag: `1${tag}` }, untagged];
}

export async function countIsChecked({ signer, keys: [key] }: ConformanceSubject): Promise<void> {
  assert((await rejection(signer.sign(requestOf()))) instanceof GatewayError, 'no messages');
  const message = messageFor(key, 'many');
  const many = Array.from({ length: signer.capabilities.maxMessages + 1 }, () => message);
  assert((await rejection(signer.sign(requestOf(...many)))) instanceof GatewayError, 'too many');
}

export async function digestIsChecked({ signer, keys: [key] }: ConformanceSubject): Promise<void> {
  if (!key.algorithm.startsWith('ecdsa')) return;
  for (const size of [0, 31, 33]) {
    const digest = new Uint8Array(size);
    const request = requestOf({ kind: 'digest', key, digest, hash: 'sha256' });
    assert((await rejection(signer.sign(request))) instanceof GatewayError, `${size} bytes`);
  }
}

export async function kindIsChecked({ signer, keys: [key] }: ConformanceSubject): Promise<void> {
  const error = await rejection(signer.sign(requestOf(messageOfWrongKind(key))));
  assert(error instanceof GatewayError, 'a refusal');
}

export async function algorithmIsChecked({
  signer,
  keys: [key],
}: ConformanceSubject): Promise<void> {
  for (const algorithm of ['hmac-sha512', 'eddsa-ed25519', 'ecdsa-prime256v1'] as const) {
    if (signer.capabilities.algorithms.includes(algorithm)) continue;
    const error = await rejection(signer.getPublicKey({ ...key, algorithm }));
    assert(error instanceof GatewayError, `a typed error for ${algorithm}`);
  }
}

export async function abortedAsksNothing({
  signer,
  keys: [key],
}: ConformanceSubject): Promise<void> {
  const request = requestOf(messageFor(key, freshId()));
  const error = await rejection(signer.sign(request, { signal: AbortSignal.abort() }));
  assert(error instanceof AbortedError, 'an AbortedError');
}

export async function secretsStayHidden(subject: ConformanceSubject): Promise<void> {
  const { signer, keys, secrets = [] } = subject;
  const requests = [requestOf(), requestOf(messageOfWrongKind(keys[0]))];
  const errors = await Promise.all(requests.map((request) => rejection(signer.sign(request))));
  for (const thing of [signer, ...errors]) {
    const shown = inspected(thing);
    for (const secret of secrets) assert(!shown.includes(secret), 'no secret in sight');
  }
}

/** The text that `util.inspect` gives, where there is one, and JSON. */
function inspected(thing: unknown): string {
  const json = JSON.stringify(thing) ?? '';
  const text = thing instanceof Error ? `${thing.message} ${thing.stack}` : String(thing);
  const util = globalThis.process?.getBuiltinModule?.('node:util');
  return `${json} ${text} ${util?.inspect(thing, { depth: 8, showHidden: true }) ?? ''}`;
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection, but the call succeeded.');
}

function assert(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(`Expected: ${expectation}.`);
}
