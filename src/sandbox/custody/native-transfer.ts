import type { CustodyKeys } from './keys.js';
import type { CustodyRequest, Destination } from './request.js';
import type { Progress } from './transactions.js';
import { pathOf, type Vaults } from './vaults.js';

/** A transfer, ready for its chain. Amounts are in base units. */
export interface TransferOrder {
  readonly from: string;
  readonly to: string;
  readonly tag?: string;
  readonly units: bigint;
  /** Whether the fee comes out of `units`. */
  readonly treatAsGrossAmount: boolean;
}

/** How a chain reports what becomes of an order. */
export interface TransferReport {
  broadcast(progress: Progress): void;
  confirming(progress: Progress): void;
  completed(progress: Progress): void;
  failed(subStatus: string, reason: string, progress?: Progress): void;
}

/** A chain on which the custody platform transfers by itself. One for each chain, listed by asset. */
export interface NativeChain {
  send(order: TransferOrder, signer: TransferSigner, report: TransferReport): void;
  /** In base units. */
  balanceOf(address: string): bigint;
}

/** The key that an order is signed with. */
export interface TransferSigner {
  readonly key: ReturnType<CustodyKeys['ecdsa']>;
  nextEntropy(): Uint8Array;
}

/**
 * A destination that was registered, to be named by its id.
 *
 * @example
 * ```ts
 * import { type RegisteredDestination, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const exchange: RegisteredDestination = {
 *   type: 'EXCHANGE_ACCOUNT',
 *   id: 'my-exchange',
 *   assetId: 'XRP_TEST',
 *   address: sandbox.custody.addressOf('9', 'XRP_TEST'),
 *   tag: '42',
 * };
 * sandbox.custody.registerDestination(exchange);
 * await sandbox.stop();
 * ```
 */
export interface RegisteredDestination {
  /** What a transfer has to give as `destination.type`. */
  readonly type: 'EXTERNAL_WALLET' | 'INTERNAL_WALLET' | 'EXCHANGE_ACCOUNT';
  /** What a transfer has to give as `destination.id`. */
  readonly id: string;
  /** The one asset that it is for, `XRP` or `XRP_TEST`. The same id can be registered for the other too. */
  readonly assetId: string;
  /** Where its transfers go: a classic address, `r...`. */
  readonly address: string;
  /** The destination tag of its transfers, in decimal digits. Default: none. */
  readonly tag?: string;
}

/** Turns TRANSFER requests into orders for their chains. */
export class NativeTransfers {
  readonly #vaults: Vaults;
  readonly #keys: CustodyKeys;
  readonly #chains: ReadonlyMap<string, NativeChain>;
  readonly #registered: RegisteredDestination[] = [];

  constructor(vaults: Vaults, keys: CustodyKeys, chains: ReadonlyMap<string, NativeChain>) {
    this.#vaults = vaults;
    this.#keys = keys;
    this.#chains = chains;
  }

  register(destination: RegisteredDestination): void {
    this.#registered.push(destination);
  }

  balanceOf(assetId: string, address: string): bigint {
    return this.#chains.get(assetId)?.balanceOf(address) ?? 0n;
  }

  /** Where a request's money goes; `undefined` when that is not known. */
  addressOf({ transfer }: CustodyRequest): { address: string; tag?: string } | undefined {
    if (transfer === undefined) return undefined;
    const { destination, asset } = transfer;
    if (destination.address !== undefined) {
      const { address, tag } = destination;
      return { address, ...(tag === undefined ? {} : { tag }) };
    }
    if (destination.type === 'VAULT_ACCOUNT') {
      const known = this.#vaults.all.find(({ id }) => id === destination.id);
      return known?.assets.has(asset.id)
        ? { address: this.#vaults.address(known.id, asset) }
        : undefined;
    }
    return this.#registered.find((entry) => isNamed(entry, destination, asset.id));
  }

  send(request: CustodyRequest, report: TransferReport): void {
    const { transfer, sourceId } = request;
    const to = this.addressOf(request);
    if (transfer === undefined || sourceId === undefined) return;
    const chain = this.#chains.get(transfer.asset.id);
    if (to === undefined || chain === undefined) {
      report.failed('INVALID_ADDRESS', 'the destination is not known');
      return;
    }
    const order: TransferOrder = {
      from: this.#vaults.address(sourceId, transfer.asset),
      to: to.address,
      ...(to.tag === undefined ? {} : { tag: to.tag }),
      units: baseUnits(transfer.amount, transfer.asset.decimals),
      treatAsGrossAmount: transfer.treatAsGrossAmount,
    };
    const signer: TransferSigner = {
      key: this.#keys.ecdsa(pathOf(transfer.asset, sourceId, 0, 0)),
      nextEntropy: () => this.#keys.nextEntropy(),
    };
    chain.send(order, signer, report);
  }
}

function isNamed(entry: RegisteredDestination, destination: Destination, assetId: string): boolean {
  return (
    entry.type === destination.type && entry.id === destination.id && entry.assetId === assetId
  );
}

function baseUnits(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}
