import type { IbanAddress } from '../../provider/schemas/bank-rails.js';
import type {
  Deposit,
  DepositAddress,
  DepositAddressCreationRequest,
} from '../../provider/schemas/deposits.js';
import type {
  InternalTransferAddress,
  PublicBlockchainAddress,
  Transfer,
} from '../../provider/schemas/transfer-methods.js';
import { amountOf } from './amounts.js';
import { assetAt, type ExchangeAsset } from './assets.js';
import { digits, iban } from './bank-numbers.js';
import { depositMethod, isCrypto, isNational } from './methods.js';
import { Records } from './records.js';
import type { World } from './world.js';

const HOLDER = { name: 'Sandbox Exchange', country: 'DE' };

type Destination = PublicBlockchainAddress | IbanAddress | InternalTransferAddress;

/** Where the exchange takes deposits. */
interface ExchangeAddress extends DepositAddress {
  readonly destination: Destination;
}

/** What is on its way to an account from outside. */
export interface Arrival {
  readonly accountId: string;
  readonly asset: ExchangeAsset;
  readonly units: bigint;
  /** The deposit address that it was sent to. */
  readonly address?: ExchangeAddress | undefined;
}

/** What arrives, and where it may be sent. */
export class Deposits {
  readonly deposits = new Records<Deposit>();
  readonly addresses = new Records<ExchangeAddress>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  createAddress(
    accountId: string,
    {
      idempotencyKey,
      transferMethod: { asset: reference, transferMethod },
    }: DepositAddressCreationRequest,
  ): DepositAddress {
    const asset = assetAt(reference, '/transferMethod/asset');
    depositMethod(transferMethod, asset, '/transferMethod/transferMethod');
    const id = this.#world.newId('deposit address');
    const destination = this.#destination(id, asset);
    return this.addresses.put(accountId, { id, destination, status: 'enabled' }, idempotencyKey);
  }

  disable(accountId: string, id: string): DepositAddress {
    return this.addresses.put(accountId, {
      ...this.addresses.get(accountId, id),
      status: 'disabled',
    });
  }

  /** A deposit from outside: pending, and credited once it has succeeded. */
  arrive({ accountId, asset, units, address }: Arrival): Deposit {
    const deposit = this.#record(accountId, asset, units, {
      source: this.#source(asset, units, address),
      depositAddressId: address?.id,
      status: 'pending',
    });
    const end = (status: 'succeeded' | 'failed') => {
      if (status === 'succeeded') this.#credit(accountId, asset, units);
      this.deposits.put(accountId, { ...deposit, status, finalizedAt: this.#world.time() });
    };
    if (address?.status === 'disabled') end('failed');
    else this.#world.inFlight.begin(deposit.id, end);
    return this.deposits.get(accountId, deposit.id);
  }

  /** What came from another account of the exchange, and is there already. */
  received(accountId: string, asset: ExchangeAsset, units: bigint, source: Transfer): void {
    const finalizedAt = this.#world.time();
    this.#record(accountId, asset, units, { source, status: 'succeeded', finalizedAt });
  }

  #record(
    accountId: string,
    asset: ExchangeAsset,
    units: bigint,
    about: Pick<Deposit, 'source' | 'status' | 'depositAddressId' | 'finalizedAt'>,
  ): Deposit {
    return this.deposits.put(accountId, {
      id: this.#world.newId('deposit'),
      balanceAsset: asset.reference,
      balanceAmount: amountOf(units, asset),
      createdAt: this.#world.time(),
      ...about,
    });
  }

  #credit(accountId: string, { key }: ExchangeAsset, units: bigint): void {
    this.#world.book.post({ from: 'outside', to: `${accountId}/available`, asset: key, units });
  }

  #source(asset: ExchangeAsset, units: bigint, address: ExchangeAddress | undefined): Transfer {
    const id = this.#world.newId('deposit source');
    const { reference } = asset;
    const amount = amountOf(units, asset);
    const destination = address?.destination ?? this.#destination(id, asset);
    if (destination.transferMethod === 'PublicBlockchain') {
      return { ...destination, amount, blockchainTxId: this.#world.hashOf(id) };
    }
    if (destination.transferMethod === 'Iban') return { ...destination, amount, referenceId: id };
    if (isNational(reference)) {
      return { transferMethod: 'OtherFiat', asset: reference, amount, description: 'Cash' };
    }
    return { transferMethod: 'PeerAccountTransfer', asset: reference, accountId: 'bank', amount };
  }

  /** Of an asset that neither a chain nor a bank moves: the exchange itself. */
  #destination(id: string, { reference, blockchain, tagged }: ExchangeAsset): Destination {
    const { derive } = this.#world;
    if (isNational(reference)) {
      const number = iban(derive, `provider iban ${id}`);
      return { transferMethod: 'Iban', asset: reference, accountHolder: HOLDER, iban: number };
    }
    if (blockchain === undefined || !isCrypto(reference)) {
      return { transferMethod: 'InternalTransfer', asset: reference, accountId: 'house' };
    }
    const address = `sandbox-${derive(`provider address ${id}`).toString('hex').slice(0, 32)}`;
    const tag = tagged ? { addressTag: digits(derive, `provider tag ${id}`, 9) } : {};
    return { transferMethod: 'PublicBlockchain', asset: reference, address, ...tag };
  }
}
