import type { CryptocurrencyReference } from '../../provider/schemas/assets.js';
import type {
  Bridge,
  OffRamp,
  OnRamp,
  PrefundedBridge,
  PrefundedOffRamp,
  PrefundedOnRamp,
  RampRequest,
} from '../../provider/schemas/ramps.js';
import type { PublicBlockchainAddress } from '../../provider/schemas/transfer-methods.js';
import { amountOf, unitsOf } from './amounts.js';
import { assetAt, type ExchangeAsset } from './assets.js';
import type { Place, Posting } from './book.js';
import { paymentInstruction } from './payment-instructions.js';
import type { Quotes } from './quotes.js';
import { routeOf } from './ramp-methods.js';
import { fixedFee, type Order, RampPricing, type Terms } from './ramp-pricing.js';
import { Records } from './records.js';
import { refusal } from './refusals.js';
import type { World } from './world.js';

const PAYABLE_MS = 3_600_000;

/** A ramp of the types that there are here. */
type Ramp = OnRamp | PrefundedOnRamp | OffRamp | PrefundedOffRamp | Bridge | PrefundedBridge;

/** A ramp on its way. */
interface Course extends Order {
  readonly request: RampRequest;
  /** Where what is paid lies until the ramp ends. */
  readonly paidInto: Place;
}

/** Ramps: paid for from outside when a test says so, or from the account at once. */
export class Ramps {
  readonly records = new Records<Ramp>();
  readonly #world: World;
  readonly #pricing: RampPricing;
  readonly #ownAccounts: (accountId: string) => boolean;
  readonly #courses = new Map<string, Course>();
  /** Those that nobody has paid for, and how to keep them from being given up. */
  readonly #unpaid = new Map<string, () => void>();

  constructor(world: World, quotes: Quotes, ownAccounts: (accountId: string) => boolean) {
    this.#world = world;
    this.#pricing = new RampPricing(world.prices, quotes);
    this.#ownAccounts = ownAccounts;
  }

  create(accountId: string, request: RampRequest): Ramp {
    const from = assetAt(request.from.asset, '/from/asset');
    const to = assetAt(request.to.asset, '/to/asset');
    routeOf(request, from, to);
    const fromUnits = unitsOf(request.amount, from, '/amount');
    const payer = this.#payer(accountId, request);
    const paidInto: Place = payer === undefined ? 'house' : `${payer}/locked`;
    const course = { accountId, from, to, fromUnits, paidInto, request, type: request.type };
    this.#pricing.check(course, request.executionDetails);
    if (payer !== undefined) {
      const posting = { from: `${payer}/available`, to: paidInto, asset: from.key } as const;
      this.#world.book.post({ ...posting, units: fromUnits });
    }
    const ramp = this.#opened(request, to, payer === undefined ? 'Pending' : 'Processing');
    this.records.put(accountId, ramp, request.idempotencyKey);
    this.#courses.set(ramp.id, course);
    if (payer === undefined) this.#awaitPayment(ramp);
    else this.#process(ramp, course);
    return this.records.get(accountId, ramp.id);
  }

  /** The payment that a pending ramp waits for arrives. */
  pay(id: string): void {
    const course = this.#courses.get(id);
    const unpaid = this.#unpaid.get(id);
    if (course === undefined || unpaid === undefined)
      throw new Error(`Nobody has to pay for ${id}.`);
    unpaid();
    this.#unpaid.delete(id);
    const { from, fromUnits } = course;
    this.#world.book.post({ from: 'outside', to: 'house', asset: from.key, units: fromUnits });
    const ramp = this.#change(this.records.get(course.accountId, id), { status: 'Processing' });
    this.#process(ramp, course);
  }

  #awaitPayment(ramp: Ramp): void {
    const cancel = this.#world.clock.after(PAYABLE_MS, () => {
      this.#unpaid.delete(ramp.id);
      this.#change(ramp, { status: 'Canceled' });
    });
    this.#unpaid.set(ramp.id, cancel);
  }

  #process(ramp: Ramp, course: Course): void {
    const terms = this.#pricing.terms(course, course.request.executionDetails);
    if (terms === undefined) {
      this.#giveBack(ramp, course);
      return;
    }
    this.#world.inFlight.begin(ramp.id, (outcome) => {
      if (outcome === 'succeeded') this.#complete(ramp, course, terms);
      else this.#giveBack(ramp, course);
    });
  }

  #complete(ramp: Ramp, course: Course, terms: Terms): void {
    const { accountId, request, from, to, fromUnits, paidInto } = course;
    const { paid, order, network } = terms;
    const taken: readonly Posting[] =
      paidInto === 'house'
        ? []
        : [{ from: paidInto, to: 'house', asset: from.key, units: fromUnits }];
    this.#world.book.post(
      ...taken,
      { from: 'house', to: 'outside', asset: to.key, units: paid },
      { from: 'house', to: 'fees', asset: to.key, units: order + network },
    );
    const actualFees = [fixedFee('ORDER', order, to), fixedFee('NETWORK', network, to)];
    const about = { status: 'Completed', updatedAt: this.#world.time() };
    const arrived = { amount: amountOf(paid, to), actualFees };
    const blockchainTxId = this.#world.hashOf(ramp.id);
    if (ramp.type === 'OffRamp' && request.type === 'OffRamp') {
      const receipt = { ...request.to, ...arrived, referenceId: ramp.id };
      this.records.put<Ramp>(accountId, { ...ramp, ...about, receipt });
    } else if (ramp.type !== 'OffRamp' && request.type !== 'OffRamp') {
      const receipt = { ...request.to, ...arrived, blockchainTxId };
      this.records.put<Ramp>(accountId, { ...ramp, ...about, receipt });
    }
  }

  #giveBack(ramp: Ramp, { from, fromUnits, paidInto }: Course): void {
    const { book } = this.#world;
    if (paidInto === 'house') {
      book.post({ from: 'house', to: 'outside', asset: from.key, units: fromUnits });
      this.#change(ramp, { status: 'Refunded' });
      return;
    }
    const account = paidInto.replace(/\/locked$/, '');
    const posting = { from: paidInto, to: `${account}/available`, asset: from.key } as const;
    book.post({ ...posting, units: fromUnits });
    this.#change(ramp, { status: 'Failed' });
  }

  /** Which of the customer's accounts pays: none, where the ramp is paid from outside. */
  #payer(accountId: string, { from }: RampRequest): string | undefined {
    if (from.transferMethod !== undefined) return undefined;
    const payer = from.takeFrom ?? accountId;
    if (this.#ownAccounts(payer)) return payer;
    throw refusal('unsupported-external-source', "It is not the customer's.", '/from/takeFrom');
  }

  #opened(request: RampRequest, target: ExchangeAsset, status: Ramp['status']): Ramp {
    const id = this.#world.newId('ramp');
    const now = this.#world.time();
    const { amount, executionDetails } = request;
    const common = {
      id,
      status,
      amount,
      createdAt: now,
      updatedAt: now,
      expiresAt: this.#world.time(PAYABLE_MS),
      estimatedFees: this.#pricing.estimatedFees(request.type, target),
      ...(executionDetails === undefined ? {} : { executionDetails }),
    };
    if (request.type === 'OnRamp') {
      const { type, from, to } = request;
      if (from.transferMethod === undefined) return { ...common, type, from, to };
      const paymentInstructions = paymentInstruction(from, id, this.#world.derive);
      return { ...common, type, from, to, paymentInstructions };
    }
    if (request.type === 'OffRamp') {
      const { type, from, to } = request;
      if (from.transferMethod === undefined) return { ...common, type, from, to };
      return { ...common, type, from, to, paymentInstructions: this.#address(id, from.asset) };
    }
    const { type, from, to } = request;
    if (from.transferMethod === undefined) return { ...common, type, from, to };
    return { ...common, type, from, to, paymentInstructions: this.#address(id, from.asset) };
  }

  #address(id: string, asset: CryptocurrencyReference): PublicBlockchainAddress {
    const address = `sandbox-${this.#world.hashOf(`ramp address ${id}`).slice(0, 32)}`;
    return { transferMethod: 'PublicBlockchain', asset, address };
  }

  #change(ramp: Ramp, changes: { readonly status: Ramp['status'] }): Ramp {
    const changed: Ramp = { ...ramp, ...changes, updatedAt: this.#world.time() };
    return this.records.put(this.records.accountOf(ramp.id), changed);
  }
}
