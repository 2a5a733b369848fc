import type { CryptocurrencyReference } from '../../provider/schemas/assets.js';
import type { OpenRecord } from '../../provider/schemas/platform.js';
import type {
  SettlementInstructions,
  SettlementRequest,
  SettlementState,
} from '../../provider/schemas/settlements.js';
import type { PublicBlockchainAddress } from '../../provider/schemas/transfer-methods.js';
import { amountOf } from './amounts.js';
import { EXCHANGE_ASSETS, type ExchangeAsset } from './assets.js';
import type { Credit } from './credit.js';
import { isCrypto } from './methods.js';
import { refusal } from './refusals.js';
import type { World } from './world.js';

type TransactionStatus =
  | 'PROCESSING'
  | 'PENDING_MANUAL_APPROVAL'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED';

/** One leg of a settlement: `deposit` comes to the exchange, `withdraw` leaves it. */
interface Leg {
  readonly kind: 'deposit' | 'withdraw';
  readonly asset: ExchangeAsset;
  readonly units: bigint;
  readonly address: PublicBlockchainAddress;
  status: TransactionStatus;
}

/** What has to move at one state of the books. */
interface Version {
  readonly version: string;
  readonly legs: readonly Leg[];
  /** Once it was started. */
  settlementId?: string;
}

/** After that nobody can force it any more. */
const OPEN_MS = 10 * 86_400_000;

/**
 * Settlements: what was spent on credit comes from the collateral account, and what was bought with it
 * goes there. One at a time; a version is the state of the books that its instructions are for.
 */
export class Settlements {
  readonly #world: World;
  readonly #credit: Credit;
  readonly #versions = new Map<string, Version[]>();

  constructor(world: World, credit: Credit) {
    this.#world = world;
    this.#credit = credit;
  }

  /** Of the settlement under way; otherwise what one would have to move now. */
  instructions(accountId: string): SettlementInstructions {
    return instructionsOf(this.#current(accountId));
  }

  /** @throws ProviderRefusal where the books have moved on, or another settlement is under way. */
  start(accountId: string, request: SettlementRequest): SettlementInstructions {
    const { settlementId, settlementVersion } = request;
    const current = this.#current(accountId);
    if (current.version !== settlementVersion) {
      throw refusal('bad-request', 'The balances have changed since.', '/settlementVersion');
    }
    if (current.settlementId === undefined) this.#begin(accountId, current, settlementId);
    else if (current.settlementId !== settlementId) {
      throw refusal('bad-request', 'Another settlement is under way.', '/settlementId');
    }
    return instructionsOf(current);
  }

  state(accountId: string, settlementVersion: string): SettlementState | undefined {
    const versions = this.#versions.get(accountId) ?? [];
    const found = versions.find(({ version }) => version === settlementVersion);
    if (found === undefined) return undefined;
    const replaced = found.settlementId === undefined && found !== this.#current(accountId);
    return {
      settlementVersion,
      withdrawTransactions: found.legs.flatMap(withdrawOf).map(({ leg, ...each }) => ({
        ...each,
        status: leg.status,
      })),
      depositTransactions: found.legs.flatMap(depositOf).map(({ leg, ...each }) => ({
        ...each,
        status: leg.status,
      })),
      status: replaced ? 'Invalid' : statusOf(found),
    };
  }

  /** Approves that the settlement under way is forced, and no other. */
  force(accountId: string, { settlementId }: OpenRecord): OpenRecord {
    const running = this.#running(accountId);
    if (running === undefined || running.settlementId !== settlementId) {
      throw refusal('bad-request', 'That settlement is not under way.', '/settlementId');
    }
    return { status: 'Approved', settlementId, settlementVersion: running.version };
  }

  /** Whether that is a leg of the settlement under way which has not come yet. */
  expects(accountId: string, address: string, asset: ExchangeAsset, units: bigint): boolean {
    const leg = this.#missing(accountId, asset);
    return leg?.address.address === address && leg.units === units;
  }

  /** What the customer owes is on its way from the collateral account. */
  arriving(accountId: string, asset: ExchangeAsset, units: bigint): void {
    const leg = this.#missing(accountId, asset);
    if (leg === undefined) throw refusal('bad-request', 'It has come already.', '/collateralTxId');
    leg.status = 'PROCESSING';
    this.#world.inFlight.begin(this.#world.newId('settlement transaction'), (outcome) => {
      leg.status = outcome === 'succeeded' ? 'COMPLETED' : 'FAILED';
      if (outcome === 'failed') return;
      const posting = { from: 'outside', to: `${accountId}/owed`, asset: asset.key } as const;
      this.#world.book.post({ ...posting, units });
      this.#credit.change(accountId, asset.key, -units);
    });
  }

  #current(accountId: string): Version {
    const running = this.#running(accountId);
    if (running !== undefined) return running;
    const versions = this.#versions.get(accountId) ?? [];
    const legs = this.#legs(accountId);
    const last = versions.at(-1);
    if (last?.settlementId === undefined && last && sameLegs(last.legs, legs)) return last;
    const version = { version: this.#world.newId('settlement version'), legs };
    this.#versions.set(accountId, [...versions, version]);
    return version;
  }

  #running(accountId: string): Version | undefined {
    return this.#versions.get(accountId)?.find((each) => statusOf(each) === 'InProgress');
  }

  #missing(accountId: string, asset: ExchangeAsset): Leg | undefined {
    return this.#running(accountId)?.legs.find(
      (leg) =>
        leg.kind === 'deposit' && leg.asset === asset && leg.status === 'PENDING_MANUAL_APPROVAL',
    );
  }

  #begin(accountId: string, version: Version, settlementId: string): void {
    version.settlementId = settlementId;
    for (const leg of version.legs) if (leg.kind === 'withdraw') this.#send(accountId, leg);
    this.#world.clock.after(OPEN_MS, () => {
      for (const leg of version.legs) {
        if (leg.status === 'PENDING_MANUAL_APPROVAL') leg.status = 'CANCELLED';
      }
    });
  }

  /** What was bought on credit goes to the collateral account, and is collateral there. */
  #send(accountId: string, leg: Leg): void {
    const { book, inFlight } = this.#world;
    const { units, asset } = leg;
    const [available, locked] = [`${accountId}/available`, `${accountId}/locked`] as const;
    book.post({ from: available, to: locked, asset: asset.key, units });
    this.#credit.gain(accountId, asset.key, -units);
    leg.status = 'PROCESSING';
    inFlight.begin(this.#world.newId('settlement transaction'), (outcome) => {
      const done = outcome === 'succeeded';
      leg.status = done ? 'COMPLETED' : 'FAILED';
      book.post({ from: locked, to: done ? 'outside' : available, asset: asset.key, units });
      if (done) this.#credit.change(accountId, asset.key, units);
      else this.#credit.gain(accountId, asset.key, units);
    });
  }

  #legs(accountId: string): readonly Leg[] {
    return EXCHANGE_ASSETS.flatMap((asset): readonly Leg[] => {
      const { reference, key, blockchain } = asset;
      if (blockchain === undefined || !isCrypto(reference)) return [];
      const [owed, gained] = [
        this.#credit.owed(accountId, key),
        this.#credit.gained(accountId, key),
      ];
      const address = this.#address(accountId, asset, reference);
      const common = { asset, address, status: 'PENDING_MANUAL_APPROVAL' } as const;
      return [
        ...(owed > 0n ? [{ ...common, kind: 'deposit', units: owed } as const] : []),
        ...(gained > 0n ? [{ ...common, kind: 'withdraw', units: gained } as const] : []),
      ];
    });
  }

  #address(
    accountId: string,
    { key }: ExchangeAsset,
    asset: CryptocurrencyReference,
  ): PublicBlockchainAddress {
    const address = `sandbox-${this.#world.hashOf(`settlements ${accountId} ${key}`).slice(0, 32)}`;
    return { transferMethod: 'PublicBlockchain', asset, address };
  }
}

function instructionsOf({ version, legs }: Version): SettlementInstructions {
  return {
    settlementVersion: version,
    withdrawInstructions: legs.flatMap(withdrawOf).map(({ leg: _, ...each }) => each),
    depositInstructions: legs.flatMap(depositOf).map(({ leg: _, ...each }) => each),
  };
}

function withdrawOf(leg: Leg) {
  const { kind, units, asset, address: sourceAddress } = leg;
  return kind === 'withdraw'
    ? [{ leg, amount: amountOf(units, asset), fee: '0', sourceAddress }]
    : [];
}

function depositOf(leg: Leg) {
  const { kind, units, asset, address: destinationAddress } = leg;
  return kind === 'deposit' ? [{ leg, amount: amountOf(units, asset), destinationAddress }] : [];
}

function statusOf({ settlementId, legs }: Version): SettlementState['status'] {
  if (settlementId === undefined) return 'Pending';
  const is =
    (...statuses: readonly TransactionStatus[]) =>
    (leg: Leg) =>
      statuses.includes(leg.status);
  if (legs.every(is('COMPLETED'))) return 'Completed';
  return legs.some(is('PROCESSING', 'PENDING_MANUAL_APPROVAL')) ? 'InProgress' : 'Failed';
}

function sameLegs(one: readonly Leg[], other: readonly Leg[]): boolean {
  const [left, right] = [one, other].map((legs) =>
    legs.map(({ kind, asset, units }) => `${kind} ${asset.key} ${units}`).join(),
  );
  return left === right;
}
