import { GatewayError } from '../../core/errors.js';
import type { Account, Signed } from '../chain.js';
import { evidenceOf } from '../operators.js';
import type { ResolvedOptions } from '../options.js';
import { errorOf } from '../outcome.js';
import { beginning, contextOf, wantedOf } from './carry.js';
import { live } from './driver.js';
import { unheardOf } from './facts.js';
import type { Job, Stage } from './job.js';
import { endingOf } from './key.js';
import { unknownFor } from './moves.js';

/** Submits and confirms a transaction that was signed elsewhere. It has no key, and no lane: these belong to others. */
export async function deliver<I, T, R>(
  stage: Stage<I, T, R>,
  address: string,
  { transaction, signed }: { readonly transaction: T; readonly signed: Signed },
  options: ResolvedOptions,
): Promise<R> {
  const { hash } = signed;
  const idempotencyKey = options.idempotencyKey ?? hash;
  const job: Job<I> = {
    account: watched(address),
    inputs: undefined,
    fingerprint: undefined,
    idempotencyKey,
    options,
    mayExist: false,
    tell: () => undefined,
  };
  const { request } = beginning(stage, job, wantedOf(stage, job, { purpose: 'deliver' }));
  const attempt = { ...unheardOf(request, 1), isVerified: true };
  const terms = stage.chain.termsOf(transaction);
  const member = { attempt: 1, index: 0, transaction, terms, signed };
  const facts = { request: { ...request, attempts: [attempt] }, members: [member] };
  try {
    const outcome = endingOf(await live(contextOf(stage, job), facts))?.outcome;
    if (outcome?.state === 'confirmed') return outcome.result;
    if (!outcome) throw unknownFor('it is not over');
    throw errorOf(outcome, evidenceOf(stage.operators));
  } catch (error) {
    if (error instanceof GatewayError) error.transaction = { idempotencyKey, hash };
    throw error;
  }
}

/** An account for which nothing is signed here. */
function watched(address: string): Account {
  const algorithm = 'ecdsa-secp256k1';
  const publicKey = { algorithm, bytes: new Uint8Array() } as const;
  return { vaultAccountId: '', key: { algorithm, id: '' }, publicKey, address };
}
