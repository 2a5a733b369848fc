import { expect } from 'vitest';
import {
  type RawSigner,
  SignaturePendingError,
  type SigningRecord,
} from '../../src/signer/index.js';
import { rejectionOf } from './rejections.js';
import { stubSigner } from './stub-signer.js';

/** Has a call signed at the custody, and its caller told that nobody has signed it yet. */
export async function signedUnseen(own: RawSigner, call: (signer: RawSigner) => Promise<unknown>) {
  let requestId = '';
  const signer = stubSigner(own, {
    list: async () => [],
    sign: async (request, options) => {
      requestId = request.idempotencyKey;
      await own.sign(request, options);
      throw new SignaturePendingError({ requestId });
    },
  });
  expect(await rejectionOf(call(signer))).toMatchObject({ code: 'SIGNATURE_PENDING' });
  const record = await own.find?.(requestId);
  if (record?.state !== 'signed') throw new Error('It is not signed.');
  return record;
}

/** A custody that shows one request's record as another says. */
export function showing(own: RawSigner, record: SigningRecord): RawSigner {
  return stubSigner(own, {
    find: finding(own, record),
    list: async () => [],
    sign: async () => record.signatures ?? [],
  });
}

/** A custody that shows a request's record as that of one which was refused, with all that is given otherwise. */
export function refusing(own: RawSigner, record: SigningRecord, more: Partial<SigningRecord> = {}) {
  const { signatures: _, ...rest } = record;
  const refused = { ...rest, state: 'rejected', status: 'FAILED', ...more } as const;
  return stubSigner(own, { find: finding(own, refused), list: async () => [] });
}

/** Finds this record under its key, and the signer's own under all others. */
function finding(own: RawSigner, record: SigningRecord): NonNullable<RawSigner['find']> {
  return async (id) => (id === record.idempotencyKey ? record : own.find?.(id));
}

/** The terms in a note: number, fee and expiry. */
const TERMS = /(?<=\[cg1 [0-9a-f]{32} )\S+ \S+ \S+/;

/** The record of one request as the custody might show it as another's, to which not even the note is a contradiction. */
export function shownAs(own: SigningRecord, { note: foreign = '', ...record }: SigningRecord) {
  const { idempotencyKey, providerId, note = '' } = own;
  const terms = TERMS.exec(foreign)?.[0] ?? '';
  return { ...record, idempotencyKey, providerId, note: note.replace(TERMS, terms) };
}
