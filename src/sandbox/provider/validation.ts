import { createPrivateKey } from 'node:crypto';
import { isSameAsset } from '../../provider/asset-references.js';
import type { Provider } from '../../provider/server/provider.js';
import type { SandboxScheme } from '../signatures/keys.js';
import { MAIN, PEER } from './accounts.js';
import { assetCalled, EXCHANGE_ASSETS } from './assets.js';
import type { Exchange } from './exchange.js';
import { withdrawalCapabilities } from './methods.js';
import { rampMethods } from './ramp-methods.js';

/** What the validator is told of, to ask the provider for it. */
interface Validated extends SandboxScheme {
  readonly url: string;
  readonly apiKey: string;
  /** A shared secret, or a private key in PEM. */
  readonly secret: string;
  readonly collateralId: string;
}

/** What the validator adds as collateral, and takes away. */
const COLLATERAL = assetCalled('BTC');
/** Whole ones of each asset that each account has: more than many runs use. */
const PLENTY = 100_000_000n;
/** Of the least valuable currency still more than a ramp costs. */
const RAMP_AMOUNT = '10000';
/** Rails that the documents have and the validator has not. */
const UNKNOWN_RAILS: readonly unknown[] = ['Chaps', 'FpsUk'];

/** Deposits in every account, and a collateral account with collateral: the validator makes none of these. */
export function beginValidated(exchange: Exchange, collateralId: string): void {
  const { accounts, deposits, world, collateral, credit } = exchange;
  for (const { id: accountId } of accounts.list()) {
    for (const asset of EXCHANGE_ASSETS) {
      const units = PLENTY * 10n ** BigInt(asset.scale);
      world.inFlight.settle(deposits.arrive({ accountId, asset, units }).id, 'succeeded');
    }
  }
  collateral.invite(MAIN, collateralId);
  credit.change(MAIN, COLLATERAL.key, PLENTY * 10n ** BigInt(COLLATERAL.scale));
}

/** Without what the validator takes for a mistake: such rails, and an asset that leaves as another one. */
export function knownToValidator(provider: Provider): Provider {
  const ramps = rampMethods().filter(({ from, to }) =>
    [from, to].every((side) => !UNKNOWN_RAILS.includes(side.transferMethod)),
  );
  const withdrawals = withdrawalCapabilities().filter(({ withdrawal, balanceAsset }) =>
    isSameAsset(withdrawal.asset, balanceAsset),
  );
  return {
    ...provider,
    capabilities: {
      ...provider.capabilities,
      listRampMethods: async () => ramps,
      listWithdrawalMethods: async () => withdrawals,
    },
  };
}

/** The variables that the vendor's validator reads, by their names there. */
export function validatorVariables(validated: Validated): Readonly<Record<string, string>> {
  const { url, apiKey, algorithm, preEncoding, postEncoding, collateralId } = validated;
  const { key, blockchain = '' } = COLLATERAL;
  return {
    SERVER: url,
    API_KEY: apiKey,
    SIGNING_PRIVATE_KEY: keyText(validated),
    SIGNING_PRE_ENCODING: preEncoding,
    SIGNING_ALGORITHM: algorithm.split('-')[0] ?? '',
    SIGNING_HASH_ALGORITHM: /sha3-256$|sha\d+$/.exec(algorithm)?.[0] ?? '',
    SIGNING_POST_ENCODING: postEncoding,
    WITHDRAWAL_PEER_ACCOUNT: PEER,
    WITHDRAWAL_SUB_ACCOUNT: 'sub-1',
    RAMPS_DEFAULT_AMOUNT: RAMP_AMOUNT,
    COLLATERAL_ACCOUNT: collateralId,
    COLLATERAL_DEPOSIT_ASSET_SYMBOL: key,
    COLLATERAL_DEPOSIT_ASSET_BLOCKCHAIN: blockchain,
    COLLATERAL_DEPOSIT_ASSET_TEST: 'false',
  };
}

/** The validator reads a private key only in the form that is its algorithm's own. */
function keyText({ algorithm, secret }: Validated): string {
  if (algorithm.startsWith('hmac-')) return secret;
  const type = algorithm.startsWith('rsa-') ? 'pkcs1' : 'sec1';
  return createPrivateKey(secret).export({ type, format: 'pem' }).toString();
}
