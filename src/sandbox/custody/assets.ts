import { accountOfKey } from '../xrpl/signature.js';

/**
 * The algorithms that keys of the custody platform have, by the names of its API.
 *
 * @example
 * ```ts
 * import { type CustodyAlgorithm, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const algorithm: CustodyAlgorithm = 'MPC_EDDSA_ED25519';
 * sandbox.custody.publicKeyOf({ path: [44, 637, 0, 0, 0], algorithm }); // 64 hex digits
 * await sandbox.stop();
 * ```
 */
export type CustodyAlgorithm = 'MPC_ECDSA_SECP256K1' | 'MPC_EDDSA_ED25519';

export function isAlgorithm(value: unknown): value is CustodyAlgorithm {
  return value === 'MPC_ECDSA_SECP256K1' || value === 'MPC_EDDSA_ED25519';
}

/** An asset that vault accounts can hold. Another chain's assets join the list below. */
export interface CustodyAsset {
  readonly id: string;
  readonly name: string;
  /** SLIP-44, except that every testnet asset has 1. */
  readonly coinType: number;
  readonly algorithm: CustodyAlgorithm;
  /** Decimals of the asset's base unit. */
  readonly decimals: number;
  /** Whether vault accounts have its wallet from the start. */
  readonly preset: boolean;
  /** The address of a public key, given as hex. */
  address(publicKey: string): string;
}

const ASSETS: readonly CustodyAsset[] = [
  xrpAsset('XRP', 'XRP', 144),
  xrpAsset('XRP_TEST', 'XRP Test', 1),
];

function xrpAsset(id: string, name: string, coinType: number): CustodyAsset {
  return {
    id,
    name,
    coinType,
    algorithm: 'MPC_ECDSA_SECP256K1',
    decimals: 6,
    preset: true,
    address: accountOfKey,
  };
}

export function findAsset(id: string): CustodyAsset | undefined {
  return ASSETS.find((asset) => asset.id === id);
}

export const ALL_ASSETS = ASSETS;
