import {
  AbortedError,
  GatewayError,
  IdempotencyConflictError,
  UnexpectedAnswerError,
} from '../../core/errors.js';
import {
  InvalidSignatureError,
  type RawSignature,
  type RawSigner,
  type RawSigningRequest,
  SignaturePendingError,
  SignatureRejectedError,
  verifySignature,
} from '../../signer/index.js';
import { abortOnSignal } from '../signals.js';
import { type Check, failed, ok, pending, unknown } from './check.js';
import { TROUBLESHOOTING, WORKSPACE } from './guides.js';

const NAME = 'raw signing';

/** Nobody can tell without asking for a signature, and a command that only looks does not. */
export const NOT_ASKED = unknown(
  NAME,
  'only a request for a signature shows whether it is allowed',
  'run this again with --sign: it asks for a signature of a text that is no transaction',
);

/** The signature was not asked for, since what it needs has failed. */
export const NOT_POSSIBLE = unknown(
  NAME,
  'Fireblocks could not be asked',
  'see the checks above first',
);

interface Asking {
  /** How long to wait for an approval. */
  readonly timeoutMs: number;
  /** The command that goes on with the same request. */
  readonly again: string;
}

/** Asks for one signature, and verifies it. It is of no transaction, and goes nowhere. */
export async function checkSigning(
  signer: RawSigner,
  request: RawSigningRequest,
  { timeoutMs, again }: Asking,
): Promise<Check> {
  const stopping = abortOnSignal();
  const { signal } = stopping;
  try {
    const signatures = await signer.sign(request, { signal, timeoutMs });
    return await verified(verifyEach(signer, request, signatures));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return meaningOf(error, again);
  } finally {
    stopping.end();
  }
}

async function verifyEach(
  signer: RawSigner,
  { messages }: RawSigningRequest,
  signatures: readonly RawSignature[],
): Promise<void> {
  for (const [index, message] of messages.entries()) {
    const signature = signatures[index];
    if (!signature) throw new InvalidSignatureError('there is none');
    verifySignature(message, await signer.getPublicKey(message.key), signature);
  }
}

/** A user that signs often may not read public keys. */
async function verified(verification: Promise<unknown>): Promise<Check> {
  try {
    await verification;
    return ok(
      NAME,
      'allowed: the signature verifies with the key of the vault account; nothing was sent',
    );
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'CUSTODY_PERMISSION') throw error;
    return unknown(
      NAME,
      'allowed: a signature came, which can’t be verified without the public key',
      `pin it: ${WORKSPACE}, “Public keys without an administrator”; gateways then verify each signature`,
    );
  }
}

function meaningOf(error: GatewayError, again: string): Check {
  if (error instanceof SignaturePendingError) {
    const { status, custodyId } = error.request;
    const found = `Fireblocks has the request: ${status ?? 'its status is unknown'}, id ${custodyId}`;
    return pending(NAME, found, `have it approved, then run: ${again}`);
  }
  if (error instanceof SignatureRejectedError) return refusal(error);
  if (error instanceof InvalidSignatureError) {
    return failed(
      NAME,
      `a signature came that is not valid: ${error.reason}`,
      'send nothing to this vault account; compare its public key with the console’s, and ask Fireblocks’ support',
    );
  }
  if (error instanceof IdempotencyConflictError) {
    return failed(NAME, error.message, 'give another --key, or none');
  }
  const isOpen = error.retryable || error instanceof AbortedError;
  if (isOpen || error instanceof UnexpectedAnswerError) {
    const found = `it is not known whether Fireblocks has the request: ${error.message}`;
    return pending(NAME, found, `run: ${again}`);
  }
  if (error.code === 'CUSTODY_PERMISSION') {
    const next = `give this API user a role that signs: ${WORKSPACE}, “Users and roles”`;
    return failed(NAME, error.message, next);
  }
  return failed(NAME, error.message, `look ${error.code} up in ${TROUBLESHOOTING}`);
}

function refusal({ request }: SignatureRejectedError): Check {
  const { status, subStatus, custodyId } = request;
  const end = `(${[status, subStatus].filter(Boolean).join(', ')}), id ${custodyId}`;
  if (status === 'BLOCKED') {
    const next = `have raw signing switched on, and a rule that allows this: ${WORKSPACE}, “Raw signing and its policy”`;
    return failed(NAME, `the policy forbids it ${end}`, next);
  }
  if (subStatus === 'REJECTED_BY_USER') {
    return unknown(
      NAME,
      `the policy allows it, but a person or a callback handler refused it ${end}`,
      'ask them; a callback handler that only signs transactions is right to refuse this one',
    );
  }
  const next = `look ${subStatus || status} up in ${WORKSPACE}, “What a refused step means”`;
  return failed(NAME, `it ended unsigned ${end}`, next);
}
