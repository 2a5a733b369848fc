import * as z from 'zod/mini';
import { address } from '../wire/address.js';
import { hex, positiveUint32 } from '../wire/fields.js';
import { memos, memosField } from '../wire/memos.js';
import { operation, transaction } from './operation.js';

/** XLS-70: 64 bytes of type, 256 of URI. */
const credentialType = hex({ min: 1, max: 64 });
const uri = hex({ min: 1, max: 256 });

/** Old clients set it on everything; it changes nothing. */
const FULLY_CANONICAL = 0x8000_0000;
const flags = z.optional(
  z
    .int()
    .check(
      z.refine((value) => value === 0 || value === FULLY_CANONICAL, 'must be 0: there are none'),
    ),
);

const credentialCreateSchema = z.strictObject({
  /** The subject of the credential: a classic address. */
  subject: address,
  /** Its type: 2 to 128 hexadecimal characters. */
  credentialType,
  /** The URI of further data, in hexadecimal: 2 to 512 characters. */
  uri: z.optional(uri),
  /** When it ends, in seconds since the Ripple epoch (2000-01-01T00:00:00Z). */
  expiration: z.optional(positiveUint32),
  /** Not needed: the transaction has none. 0 is accepted, and so is 0x80000000, which has no effect. */
  flags,
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Issues a credential (XLS-70). */
export interface CredentialCreateParams extends z.input<typeof credentialCreateSchema> {}

export const credentialCreate = operation({
  schema: credentialCreateSchema,
  build: (params) =>
    transaction('CredentialCreate', {
      Subject: params.subject,
      CredentialType: params.credentialType,
      URI: params.uri,
      Expiration: params.expiration,
      Flags: params.flags || undefined,
      Memos: memosField(params.memos),
    }),
});

const credentialAcceptSchema = z.strictObject({
  /** The issuer: a classic address. */
  issuer: address,
  /** 2 to 128 hexadecimal characters. */
  credentialType,
  /** Not needed: the transaction has none. 0 is accepted, and so is 0x80000000, which has no effect. */
  flags,
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Accepts a credential that was issued to the vault (XLS-70). */
export interface CredentialAcceptParams extends z.input<typeof credentialAcceptSchema> {}

export const credentialAccept = operation({
  schema: credentialAcceptSchema,
  build: (params) =>
    transaction('CredentialAccept', {
      Issuer: params.issuer,
      CredentialType: params.credentialType,
      Flags: params.flags || undefined,
      Memos: memosField(params.memos),
    }),
});

const credentialDeleteSchema = z
  .strictObject({
    /** The issuer; this vault when left out. */
    issuer: z.optional(address),
    /** The subject; this vault when left out. */
    subject: z.optional(address),
    /** 2 to 128 hexadecimal characters. */
    credentialType,
    /** Not needed: the transaction has none. 0 is accepted, and so is 0x80000000, which has no effect. */
    flags,
    /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
    memos: z.optional(memos),
  })
  .check(
    z.refine((params) => params.issuer !== undefined || params.subject !== undefined, {
      message: 'is required when there is no subject',
      path: ['issuer'],
    }),
  );

/** Removes a credential, as its issuer or its subject (XLS-70). */
export interface CredentialDeleteParams extends z.input<typeof credentialDeleteSchema> {}

export const credentialDelete = operation({
  schema: credentialDeleteSchema,
  build: (params) =>
    transaction('CredentialDelete', {
      Issuer: params.issuer,
      Subject: params.subject,
      CredentialType: params.credentialType,
      Flags: params.flags || undefined,
      Memos: memosField(params.memos),
    }),
});
