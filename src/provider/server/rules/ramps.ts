import { isSameAsset } from '../../asset-references.js';
import type { AssetReference } from '../../schemas/assets.js';
import type { RampRequest } from '../../schemas/ramps.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import type { Asked } from '../serving.js';
import { checkAmount, checkSide } from './assets.js';
import { findListed } from './methods.js';
import { checkSettled } from './withdrawals.js';

/** One end of a ramp, requested or declared: by a transfer method, or paid from a balance. */
interface Side {
  readonly asset: AssetReference;
  readonly transferMethod?: string | undefined;
  readonly type?: unknown;
}

/**
 * A ramp must be for known assets, and between two ends that are declared together. A ramp that an account pays
 * takes money out of it like a withdrawal: only out of the caller's own account, and not while credit is
 * outstanding.
 *
 * @throws ProviderRefusal
 */
export async function checkRamp(
  provider: Provider,
  asked: Asked,
  request: RampRequest,
): Promise<void> {
  const { from, to } = request;
  checkOnePayer(from);
  const paid = await checkSide(provider, from, '/from', asked.call);
  await checkSide(provider, to, '/to', asked.call);
  await checkDeclared(provider, asked, request);
  checkAmount(request.amount, paid, '/amount');
  if (from.transferMethod !== undefined) return;
  const { takeFrom: payer = asked.accountId } = from;
  await checkOwn(provider, asked, payer);
  await checkSettled(provider, { ...asked, accountId: payer });
}

/** Schemas leave room for fields that are not known, and these have a meaning: which of the two would pay? */
function checkOnePayer(from: Side): void {
  if (from.transferMethod === undefined || (from.type !== 'Prefunded' && !('takeFrom' in from)))
    return;
  throw new ProviderRefusal('schema-error', {
    message: 'What is paid by a transfer is not Prefunded, and is taken from no account.',
    propertyName: '/from/transferMethod',
    requestPart: 'body',
  });
}

async function checkOwn(
  { accounts }: Provider,
  { accountId, call }: Asked,
  payer: string,
): Promise<void> {
  if (payer === accountId || accounts === undefined) return;
  if ((await accounts.get(payer, { balances: false }, call))?.id === payer) return;
  throw new ProviderRefusal('unsupported-external-source', {
    message: 'Only an account of your own can pay.',
    propertyName: '/from/takeFrom',
    requestPart: 'body',
  });
}

async function checkDeclared(
  { capabilities }: Provider,
  { accountId, call }: Asked,
  { from, to }: RampRequest,
): Promise<void> {
  const list = capabilities?.listRampMethods?.bind(capabilities);
  const method =
    list &&
    (await findListed(
      (page) => list(accountId, page, call),
      (declared) => isSameSide(declared.from, from) && isSameSide(declared.to, to),
    ));
  if (method !== undefined) return;
  throw new ProviderRefusal('unsupported-ramp-method', {
    message: 'This account has no such ramp.',
    requestPart: 'body',
  });
}

function isSameSide(declared: Side, asked: Side): boolean {
  return methodOf(declared) === methodOf(asked) && isSameAsset(declared.asset, asked.asset);
}

/** A side that is prefunded has a `type` where others have a method. */
function methodOf({ transferMethod, type }: Side): unknown {
  return transferMethod ?? type;
}
