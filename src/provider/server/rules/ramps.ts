import { isSameAsset } from '../../asset-references.js';
import type { AssetReference } from '../../schemas/assets.js';
import type { RampRequest } from '../../schemas/ramps.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import type { Asked } from '../serving.js';
import { checkAsset } from './assets.js';
import { findListed } from './methods.js';

/** One end of a ramp, asked for or declared: by a transfer method, or paid from what is there. */
interface Side {
  readonly asset: AssetReference;
  readonly transferMethod?: string | undefined;
  readonly type?: unknown;
}

/**
 * A ramp is of known assets, and between two ends that are declared together.
 *
 * @throws ProviderRefusal
 */
export async function checkRamp(
  provider: Provider,
  { accountId, call }: Asked,
  { from, to }: RampRequest,
): Promise<void> {
  const { capabilities } = provider;
  await checkAsset(provider, from.asset, '/from/asset/assetId', call);
  await checkAsset(provider, to.asset, '/to/asset/assetId', call);
  if (capabilities?.listRampMethods === undefined) return;
  const list = capabilities.listRampMethods.bind(capabilities);
  const method = await findListed(
    (page) => list(accountId, page, call),
    (declared) => isSameSide(declared.from, from) && isSameSide(declared.to, to),
  );
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
