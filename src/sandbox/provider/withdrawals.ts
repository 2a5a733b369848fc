import type {
  BlockchainWithdrawal,
  BlockchainWithdrawalRequest,
  FiatWithdrawal,
  FiatWithdrawalRequest,
  InternalWithdrawal,
  InternalWithdrawalRequest,
  PeerAccountWithdrawal,
  PeerAccountWithdrawalRequest,
  Withdrawal,
  WithdrawalEvent,
} from '../../provider/schemas/withdrawals.js';
import { PEER } from './accounts.js';
import { unitsOf } from './amounts.js';
import { assetAt, type ExchangeAsset } from './assets.js';
import type { Posting } from './book.js';
import type { Deposits } from './deposits.js';
import type { Outcome } from './in-flight-transfers.js';
import { type Method, withdrawalMethod } from './methods.js';
import { Records } from './records.js';
import { refusal } from './refusals.js';
import type { World } from './world.js';

type Request =
  | BlockchainWithdrawalRequest
  | FiatWithdrawalRequest
  | InternalWithdrawalRequest
  | PeerAccountWithdrawalRequest;

/** What moves, in base units. */
interface Move {
  readonly accountId: string;
  readonly method: Method;
  /** What the account is debited with. */
  readonly debit: bigint;
  /** What arrives. */
  readonly sent: bigint;
}

/** Withdrawals of every kind. Whatever is under way is locked, and goes back where it fails. */
export class Withdrawals {
  readonly records = new Records<Withdrawal>();
  readonly #world: World;
  readonly #deposits: Deposits;
  readonly #ownAccounts: (accountId: string) => boolean;

  constructor(world: World, deposits: Deposits, ownAccounts: (accountId: string) => boolean) {
    this.#world = world;
    this.#deposits = deposits;
    this.#ownAccounts = ownAccounts;
  }

  blockchain(accountId: string, request: BlockchainWithdrawalRequest): BlockchainWithdrawal {
    const move = this.#move(accountId, request);
    const { destination } = request;
    const opened = { ...this.#opened(request), destination };
    const blockchainTxId = this.#world.hashOf(opened.id);
    const landed = { ...opened, destination: { ...destination, blockchainTxId } };
    return this.#begin(move, request, opened, landed, () => outwards(move));
  }

  fiat(accountId: string, request: FiatWithdrawalRequest): FiatWithdrawal {
    const move = this.#move(accountId, request);
    const { destination } = request;
    const opened = { ...this.#opened(request), destination };
    const landed = { ...opened, destination: { ...destination, referenceId: opened.id } };
    return this.#begin(move, request, opened, landed, () => outwards(move));
  }

  peer(accountId: string, request: PeerAccountWithdrawalRequest): PeerAccountWithdrawal {
    const move = this.#move(accountId, request);
    const { destination } = request;
    if (destination.accountId !== PEER) throw notAllowed('There is no such account of a peer.');
    const opened = { ...this.#opened(request), destination };
    const landed = { ...opened, destination: { ...destination, referenceId: opened.id } };
    return this.#begin(
      move,
      request,
      opened,
      landed,
      () => inwards(move, PEER),
      (asset) => this.#deposits.received(PEER, asset, move.sent, landed.destination),
    );
  }

  internal(accountId: string, request: InternalWithdrawalRequest): InternalWithdrawal {
    const move = this.#move(accountId, request);
    const { destination } = request;
    const to = destination.accountId;
    if (!this.#ownAccounts(to) || to === accountId) {
      throw notAllowed('It must be another account of the same customer.');
    }
    const opened = { ...this.#opened(request), destination };
    return this.#begin(
      move,
      request,
      opened,
      opened,
      () => inwards(move, to),
      (asset) => this.#deposits.received(to, asset, move.sent, destination),
    );
  }

  /** What was made under an idempotency key before. */
  made<T extends Withdrawal>(
    accountId: string,
    idempotencyKey: string,
    isOfKind: (withdrawal: Withdrawal) => withdrawal is T,
  ): T | undefined {
    const found = this.records.findByKey(accountId, idempotencyKey);
    return found !== undefined && isOfKind(found) ? found : undefined;
  }

  #move(accountId: string, { balanceAsset, balanceAmount, destination }: Request): Move {
    const balance = assetAt(balanceAsset, '/balanceAsset');
    const asset = assetAt(destination.asset, '/destination/asset');
    const method = withdrawalMethod(destination.transferMethod, asset, balance);
    const debit = unitsOf(balanceAmount, balance, '/balanceAmount');
    const sent = unitsOf(destination.amount, asset, '/destination/amount');
    if (sent > this.#world.prices.worth(debit, balance, asset)) {
      throw refusal('bad-request', 'More would arrive than leaves.', '/destination/amount');
    }
    return { accountId, method, debit, sent };
  }

  #opened({ balanceAsset, balanceAmount }: Request) {
    const createdAt = this.#world.time();
    return {
      id: this.#world.newId('withdrawal'),
      balanceAsset,
      balanceAmount,
      status: 'pending',
      createdAt,
      events: [event('pending', createdAt)],
    };
  }

  #begin<T extends Withdrawal>(
    { accountId, method: { balance }, debit }: Move,
    { idempotencyKey }: Request,
    opened: T,
    landed: T,
    landing: () => readonly Posting[],
    afterwards?: (asset: ExchangeAsset) => void,
  ): T {
    const { book, inFlight } = this.#world;
    const [available, locked] = [`${accountId}/available`, `${accountId}/locked`] as const;
    book.post({ from: available, to: locked, asset: balance.key, units: debit });
    this.records.put<Withdrawal>(accountId, opened, idempotencyKey);
    inFlight.begin(opened.id, (outcome) => {
      if (outcome === 'succeeded') {
        book.post(...landing());
        afterwards?.(balance);
      } else {
        book.post({ from: locked, to: available, asset: balance.key, units: debit });
      }
      const last = outcome === 'succeeded' ? landed : opened;
      this.records.put<Withdrawal>(accountId, this.#ended(last, outcome));
    });
    return opened;
  }

  #ended<T extends Withdrawal>(withdrawal: T, status: Outcome): T {
    const finalizedAt = this.#world.time();
    const events = [...(withdrawal.events ?? []), event(status, finalizedAt)];
    return { ...withdrawal, status, finalizedAt, events };
  }
}

/** What is debited beyond what is sent is the exchange's fee; another form costs what it is worth. */
function outwards({
  accountId,
  method: { asset, balance },
  debit,
  sent,
}: Move): readonly Posting[] {
  const locked = `${accountId}/locked` as const;
  return asset === balance
    ? [
        { from: locked, to: 'outside', asset: asset.key, units: sent },
        { from: locked, to: 'fees', asset: asset.key, units: debit - sent },
      ]
    : [
        { from: locked, to: 'house', asset: balance.key, units: debit },
        { from: 'house', to: 'outside', asset: asset.key, units: sent },
      ];
}

function inwards(
  { accountId, method: { asset }, debit, sent }: Move,
  to: string,
): readonly Posting[] {
  const locked = `${accountId}/locked` as const;
  return [
    { from: locked, to: `${to}/available`, asset: asset.key, units: sent },
    { from: locked, to: 'fees', asset: asset.key, units: debit - sent },
  ];
}

const MESSAGES = {
  pending: 'Accepted.',
  succeeded: 'Sent.',
  failed: 'Not sent: the amount is available again.',
} as const;

function event(status: keyof typeof MESSAGES, createdAt: string): WithdrawalEvent {
  return { status, message: MESSAGES[status], createdAt };
}

function notAllowed(message: string): Error {
  return refusal('transfer-destination-not-allowed', message, '/destination/accountId');
}

export const isBlockchain = (each: Withdrawal): each is BlockchainWithdrawal =>
  each.destination.transferMethod === 'PublicBlockchain';
export const isFiat = (each: Withdrawal): each is FiatWithdrawal =>
  each.destination.transferMethod === 'Iban';
export const isPeer = (each: Withdrawal): each is PeerAccountWithdrawal =>
  each.destination.transferMethod === 'PeerAccountTransfer';
export const isInternal = (each: Withdrawal): each is InternalWithdrawal =>
  each.destination.transferMethod === 'InternalTransfer';
