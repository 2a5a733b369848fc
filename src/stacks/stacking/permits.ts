import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, fromHex, utf8ToBytes } from '../../core/bytes.js';
import { GatewayError } from '../../core/errors.js';
import { secp256k1In } from '../../signer/verify.js';
import type { Account } from '../../transactions/index.js';
import type { ResolvedOptions } from '../../transactions/options.js';
import type { StacksParts } from '../parts.js';
import { structuredDataPreimage } from '../wire/sip018.js';
import { structuredDataPayload } from '../wire/structured-data.js';
import type { Permit } from './calls.js';
import type { Checked } from './inputs.js';
import {
  permissionDomain,
  permissionHash,
  permissionMessage,
  type SignerPermission,
  usableSignature,
} from './signer-permission.js';

/** The signer of a permission, with the options of the call that it is for. */
export interface PermitRequest {
  readonly choice: Checked<'stackSolo'>['signer'];
  readonly account: Account;
  readonly idempotencyKey: string;
  readonly options: ResolvedOptions;
}

const NO_BYTES = new Uint8Array();

/** The key that gives the permission: a given one, another vault account's, or the vault's own. */
export async function signerKeyOf(
  { transactions }: Pick<StacksParts, 'transactions'>,
  { choice, account, options }: PermitRequest,
): Promise<Uint8Array> {
  const { signerKey, vaultAccountId } = choice ?? {};
  if (signerKey !== undefined) return fromHex(signerKey) ?? NO_BYTES;
  if (vaultAccountId === undefined) return account.publicKey.bytes;
  const signer = await transactions.account(vaultAccountId, { signal: options.signal });
  return signer.publicKey.bytes;
}

/**
 * A permission with its signature, which is made here, or checked if it was given. One idempotency key requests
 * one signature: the same permission is never signed twice.
 *
 * @throws SignerSignatureError for one that was given and permits something else.
 * @throws SignaturePendingError, SignatureRejectedError
 */
export async function permitFor(
  parts: Pick<StacksParts, 'transactions'>,
  permission: SignerPermission,
  request: PermitRequest,
): Promise<Permit> {
  const { choice } = request;
  const signerKey = await signerKeyOf(parts, request);
  const signature =
    choice?.signature === undefined
      ? await signedBy(parts, permission, request)
      : (fromHex(choice.signature) ?? NO_BYTES);
  const { maxAmount, authId } = permission;
  const usable = usableSignature(permission, signerKey, signature);
  return { signature: usable, signerKey, maxAmount, authId };
}

async function signedBy(
  { transactions }: Pick<StacksParts, 'transactions'>,
  permission: SignerPermission,
  { choice, account, idempotencyKey, options }: PermitRequest,
): Promise<Uint8Array> {
  const digest = permissionHash(permission);
  const { vaultAccountId = account.vaultAccountId } = choice ?? {};
  const { newAttempt = 1 } = options;
  const name = `permit\n${idempotencyKey}\n${newAttempt}\n${bytesToHex(digest)}`;
  try {
    const { signatures } = await transactions.sign(
      vaultAccountId,
      (signer) => contentOf(permission, signer, digest),
      { ...options, idempotencyKey: bytesToHex(sha256(utf8ToBytes(name))).slice(0, 32) },
      idempotencyKey,
    );
    return secp256k1In(signatures).compact;
  } catch (error) {
    // A repeated call uses the key of the call that the permission is for.
    if (error instanceof GatewayError && error.transaction) {
      error.transaction = { ...error.transaction, idempotencyKey };
    }
    throw error;
  }
}

function contentOf(permission: SignerPermission, { key, publicKey }: Account, digest: Uint8Array) {
  const domain = permissionDomain(permission.chainId);
  const message = permissionMessage(permission);
  const preimage = structuredDataPreimage(domain, message);
  return {
    messages: [{ kind: 'digest', key, digest, preimage, hash: 'sha256' }] as const,
    payload: structuredDataPayload(domain, message, bytesToHex(publicKey.bytes)),
  };
}

/** A permission's id: the same for the same call, so that repeating it gives the same permission. */
export function authIdFor(idempotencyKey: string): bigint {
  const hash = sha256(concatBytes(utf8ToBytes('auth-id\n'), utf8ToBytes(idempotencyKey)));
  return BigInt(`0x${bytesToHex(hash.subarray(0, 8))}`);
}
