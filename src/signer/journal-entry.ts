import { bytesToHex, equalBytes, fromHex } from '../core/bytes.js';
import { IdempotencyConflictError } from '../core/errors.js';
import { canonicalJson, isObject } from '../core/json.js';
import { JournalError } from './errors.js';
import { contentOf } from './messages.js';
import type { RawSignature, SigningKey, SigningMessage, SigningRecord } from './raw-signer.js';

/** A journal's entry for one request. */
export interface JournalEntry {
  readonly record: SigningRecord;
  /** The key of each message; an old entry may lack it. */
  readonly keys: readonly string[] | undefined;
}

/** A key as the journal names it, without asset and path: these may change with a gateway's settings. */
export function keyName({ algorithm, id }: SigningKey): string {
  return `${algorithm}:${id}`;
}

/** @throws IdempotencyConflictError when an entry is for other messages, or other keys. */
export function assertSameRequest(
  { record, keys }: JournalEntry,
  messages: readonly SigningMessage[],
): void {
  const same =
    record.messages.length === messages.length &&
    messages.every((message, index) => {
      const recorded = record.messages[index];
      const sameKey = keys === undefined || keys[index] === keyName(message.key);
      return sameKey && recorded !== undefined && equalBytes(recorded, contentOf(message));
    });
  if (!same) {
    throw new IdempotencyConflictError('This key was used before, to sign something else.', {
      details: { requestId: record.idempotencyKey, custodyId: record.providerId },
    });
  }
}

export function formatEntry({ record, keys }: JournalEntry): string {
  return canonicalJson({
    ...record,
    keys,
    messages: record.messages.map(bytesToHex),
    signatures: record.signatures?.map((signature) => ({
      ...signature,
      bytes: bytesToHex(signature.bytes),
      publicKey: signature.publicKey && bytesToHex(signature.publicKey),
    })),
  });
}

/** @throws JournalError when the text is no entry, or an incomplete one. */
export function parseEntry(text: string): JournalEntry {
  const entry = parseJson(text);
  if (!isObject(entry) || !isString(entry.idempotencyKey) || !Array.isArray(entry.messages)) {
    throw new JournalError('it holds an entry that this version cannot read');
  }
  const messages = entry.messages.map(parseBytes);
  const signatures =
    entry.signatures === undefined ? undefined : parseSignatures(entry.signatures, messages.length);
  const keys = Array.isArray(entry.keys) ? entry.keys.map(String) : undefined;
  const record: SigningRecord = {
    idempotencyKey: entry.idempotencyKey,
    providerId: entry.idempotencyKey,
    kind: 'raw',
    state: signatures ? 'signed' : entry.state === 'rejected' ? 'rejected' : 'pending',
    status: isString(entry.status) ? entry.status : 'JOURNALED',
    messages,
    unhashedPayload: entry.unhashedPayload,
    ...(isString(entry.subStatus) ? { subStatus: entry.subStatus } : {}),
    ...(isString(entry.note) ? { note: entry.note } : {}),
    ...(signatures ? { signatures } : {}),
    ...(typeof entry.createdAt === 'number' ? { createdAt: entry.createdAt } : {}),
  };
  return { record, keys };
}

/** The names in an index. @throws JournalError when the text is no index. */
export function parseIndex(text: string): readonly string[] {
  const names = parseJson(text);
  if (!Array.isArray(names) || !names.every(isString)) {
    throw new JournalError('it holds an index that this version cannot read');
  }
  return names;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JournalError('it holds text that is not JSON');
  }
}

function parseSignatures(value: unknown, count: number): readonly RawSignature[] {
  if (!Array.isArray(value) || value.length !== count) {
    throw new JournalError('it holds signatures that do not match their messages');
  }
  return value.map(parseSignature);
}

function parseSignature(value: unknown): RawSignature {
  if (!isObject(value)) throw new JournalError('it holds an invalid signature');
  const { encoding, recoveryId, publicKey } = value;
  if (encoding !== 'compact' && encoding !== 'der' && encoding !== 'bytes') {
    throw new JournalError('it holds a signature in an unknown encoding');
  }
  return {
    encoding,
    bytes: parseBytes(value.bytes),
    ...(typeof recoveryId === 'number' ? { recoveryId } : {}),
    ...(publicKey === undefined ? {} : { publicKey: parseBytes(publicKey) }),
  };
}

function parseBytes(value: unknown): Uint8Array {
  const bytes = isString(value) ? fromHex(value) : undefined;
  if (!bytes) throw new JournalError('it holds text that is not hex');
  return bytes;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
