import { ACCOUNT_FLAGS, has, type RippleState } from '../../ledger/entries.js';
import { balanceWith, isDeepFrozen, isGloballyFrozen, room, sideOf } from '../../ledger/lines.js';
import type { WorkView } from '../../ledger/view.js';
import type { ResultCode } from '../../result-codes.js';
import { type Asset, sameAsset, XRP } from '../../values/amounts.js';
import { BookStep } from './book-step.js';
import { LineStep } from './line-step.js';
import type { FlowContext, Step } from './step.js';
import { XrpStep } from './xrp-step.js';

/** A stop on a path: through an account, or into another asset. */
export type PathElement =
  | { readonly account: string }
  | { readonly currency?: string; readonly issuer?: string };

/** Steps from the sender to the receiver, or why there can't be any. */
export type StrandResult = { readonly steps: readonly Step[] } | { readonly failure: ResultCode };

/** What a strand leads from and to. */
export interface StrandEnds {
  /** What the sender gives. The issuer may be the sender itself. */
  readonly send: Asset;
  /** What the receiver gets. */
  readonly deliver: Asset;
  /** Whether no path was given. */
  readonly isDefault: boolean;
}

class StrandFailure extends Error {
  readonly result: ResultCode;

  constructor(result: ResultCode) {
    super(result);
    this.result = result;
  }
}

/** Builds a strand along a path, with the stops that go without saying. */
export function buildStrand(
  view: WorkView,
  flow: FlowContext,
  ends: StrandEnds,
  path: readonly PathElement[],
): StrandResult {
  try {
    return { steps: new StrandBuilder(view, flow, ends).build(path) };
  } catch (error) {
    if (error instanceof StrandFailure) return { failure: error.result };
    throw error;
  }
}

class StrandBuilder {
  readonly #view: WorkView;
  readonly #flow: FlowContext;
  readonly #ends: StrandEnds;
  readonly #steps: Step[] = [];
  /** Whose hands the value is in; XRP on its way is in nobody's. */
  #at: string;
  #asset: Asset;
  /** Where it came from by the last step along a trust line. */
  #before: string | undefined;
  #cameFromBook = false;
  readonly #visited = new Set<string>();

  constructor(view: WorkView, flow: FlowContext, ends: StrandEnds) {
    this.#view = view;
    this.#flow = flow;
    this.#ends = ends;
    this.#at = flow.source;
    this.#asset =
      ends.send.kind === 'xrp'
        ? XRP
        : { kind: 'token', currency: ends.send.currency, issuer: flow.source };
  }

  build(path: readonly PathElement[]): readonly Step[] {
    const { source } = this.#flow;
    const { send } = this.#ends;
    if (send.kind === 'xrp') {
      this.#steps.push(new XrpStep(source, true, this.#sparedReserve()));
    } else if (send.issuer !== source && !startsAt(path, send.issuer)) {
      this.#through(send.issuer, false);
    }
    for (const element of path) {
      if ('account' in element) this.#through(element.account, false);
      else this.#exchange(this.#assetNamed(element));
    }
    this.#finish();
    return this.#steps;
  }

  #finish(): void {
    const { destination, crossing } = this.#flow;
    const { deliver } = this.#ends;
    const differs = crossing === undefined ? currencyOf(this.#asset) !== currencyOf(deliver) : true;
    if (differs && !sameAsset(this.#asset, deliver)) this.#exchange(deliver);
    if (deliver.kind === 'xrp') {
      this.#steps.push(new XrpStep(destination, false));
      return;
    }
    if (this.#at !== deliver.issuer && destination !== deliver.issuer) {
      this.#through(deliver.issuer, false);
    }
    if (this.#at !== destination) this.#through(destination, true);
  }

  /** A taker without a line for what it buys need not keep the line's reserve yet. */
  #sparedReserve(): number {
    const { deliver } = this.#ends;
    if (this.#flow.crossing === undefined || deliver.kind === 'xrp') return 0;
    const line = this.#view.line(this.#flow.source, deliver.issuer, deliver.currency);
    return line === undefined ? 1 : 0;
  }

  #assetNamed({ currency, issuer }: { currency?: string; issuer?: string }): Asset {
    const wanted = currency ?? currencyOf(this.#asset);
    if (wanted === 'XRP') return XRP;
    return { kind: 'token', currency: wanted, issuer: issuer ?? this.#at };
  }

  #exchange(into: Asset): void {
    const pays = this.#asset;
    if (sameAsset(pays, into)) fail('temBAD_PATH');
    this.#visit(`${currencyOf(into)} of ${into.kind === 'xrp' ? '' : into.issuer}`);
    this.#checkBook(pays, into);
    this.#steps.push(
      new BookStep({
        pays,
        gets: into,
        previous: this.#steps.at(-1),
        afterBook: this.#cameFromBook,
        isDirect: this.#ends.isDefault,
        flow: this.#flow,
      }),
    );
    this.#asset = into;
    this.#at = into.kind === 'xrp' ? '' : into.issuer;
    this.#before = undefined;
    this.#cameFromBook = true;
  }

  #checkBook(pays: Asset, into: Asset): void {
    for (const asset of [pays, into]) {
      if (asset.kind === 'token' && this.#view.account(asset.issuer) === undefined) {
        fail('tecNO_ISSUER');
      }
    }
    if (pays.kind === 'xrp' || this.#before === undefined) return;
    const line = this.#view.line(this.#before, this.#at, pays.currency);
    if (line === undefined) fail('terNO_LINE');
    if (forbidsRippling(line, this.#at)) fail('terNO_RIPPLE');
  }

  #through(next: string, isLast: boolean): void {
    const asset = this.#asset;
    if (asset.kind === 'xrp' || next === this.#at) fail('temBAD_PATH');
    const { currency } = asset;
    this.#visit(`${currency} through ${next}`);
    if (this.#view.account(next) === undefined) fail('terNO_ACCOUNT');
    this.#checkFreeze(next, currency, this.#steps.length === 0 && isLast);
    this.#checkRippling(next, currency);
    if (this.#flow.crossing === undefined) this.#checkLine(next, currency);
    this.#steps.push(
      new LineStep({
        from: this.#at,
        to: next,
        currency,
        previous: this.#steps.at(-1),
        isLast,
        crossing: this.#flow.crossing !== undefined,
      }),
    );
    this.#before = this.#at;
    this.#at = next;
    this.#asset = { kind: 'token', currency, issuer: next };
    this.#cameFromBook = false;
  }

  #visit(place: string): void {
    if (this.#visited.has(place)) fail('temBAD_PATH_LOOP');
    this.#visited.add(place);
  }

  /** A holder can always pay its issuer, and an issuer its holder; nobody in between. */
  #checkFreeze(next: string, currency: string, alone: boolean): void {
    if (alone) return;
    const line = this.#view.line(this.#at, next, currency);
    if (isGloballyFrozen(this.#view, next)) fail('terNO_LINE');
    if (line === undefined) return;
    const { bits, flags } = sideOf(line, next);
    if (has(flags, bits.freeze) || isDeepFrozen(line)) fail('terNO_LINE');
  }

  /** An account that wants no rippling on two of its lines is no bridge between them. */
  #checkRippling(next: string, currency: string): void {
    if (this.#before === undefined) return;
    const into = this.#view.line(this.#before, this.#at, currency);
    const outOf = this.#view.line(this.#at, next, currency);
    if (into === undefined || outOf === undefined) fail('terNO_LINE');
    if (forbidsRippling(into, this.#at) && forbidsRippling(outOf, this.#at)) fail('terNO_RIPPLE');
  }

  #checkLine(next: string, currency: string): void {
    const from = this.#at;
    const line = this.#view.line(from, next, currency);
    if (line === undefined) fail('terNO_LINE');
    const side = sideOf(line, from);
    const flags = this.#view.account(from)?.Flags ?? 0;
    const unauthorized =
      has(flags, ACCOUNT_FLAGS.requireAuthorization) && !has(side.flags, side.bits.auth);
    if (unauthorized && side.balance.mantissa === 0n) fail('terNO_AUTH');
    if (this.#cameFromBook && forbidsRippling(line, from)) fail('terNO_RIPPLE');
    const holds = balanceWith(this.#view, from, next, currency).mantissa > 0n;
    if (!holds && room(this.#view, next, from, currency).mantissa <= 0n) fail('tecPATH_DRY');
  }
}

function forbidsRippling(line: RippleState, address: string): boolean {
  const { bits, flags } = sideOf(line, address);
  return has(flags, bits.noRipple);
}

function startsAt([first]: readonly PathElement[], address: string): boolean {
  return first !== undefined && 'account' in first && first.account === address;
}

function currencyOf(asset: Asset): string {
  return asset.kind === 'xrp' ? 'XRP' : asset.currency;
}

function fail(result: ResultCode): never {
  throw new StrandFailure(result);
}
