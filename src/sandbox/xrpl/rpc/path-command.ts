import { isObject } from '../../../core/json.js';
import { runFlow } from '../apply/flow/flow.js';
import type { PathElement } from '../apply/flow/strand.js';
import { peerOf } from '../ledger/lines.js';
import { type ReadView, WorkView } from '../ledger/view.js';
import { isValidClassicAddress } from '../ripple.js';
import {
  type Amount,
  type Asset,
  assetOf,
  compareAmounts,
  readAmount,
  sameAsset,
  signOf,
  token,
  writeAmount,
  XRP,
  xrp,
} from '../values/amounts.js';
import type { Command, CommandContext } from './command.js';
import { RpcError } from './errors.js';
import { chooseLedger } from './ledger-choice.js';
import type { Params } from './params.js';

const MAX_SOURCES = 18;
const ALL_XRP = xrp(10n ** 17n);
const PLENTY = { mantissa: 4_999_999_999_999_999n, exponent: 80 };
/** What a path's step names, as bits of its `type`. */
const STEP_BITS = { account: 0x01, currency: 0x10, issuer: 0x20 };

type Path = readonly PathElement[];

/** Who pays whom, and what has to arrive. */
interface Wanted {
  readonly source: string;
  readonly destination: string;
  readonly amount: Amount;
}

/** Which paths a payment could go, each of them alone: for each currency of its sender the cheapest. */
export const ripplePathFind: Command = (context) => {
  const { params } = context;
  const wanted = wantedIn(params);
  const { source, destination, amount } = wanted;
  const { view } = chooseLedger(context.node, params);
  if (view.account(source) === undefined) throw new RpcError('srcActNotFound');
  const isKnown = view.account(destination) !== undefined;
  if (!isKnown && amount.kind === 'token') throw new RpcError('actNotFound');
  // There is no domain, so nothing is offered in one.
  const sources = params.has('domain') ? [] : sourcesIn(context, view, source);
  return {
    alternatives: sources.flatMap((asset) => alternativeFrom(view, asset, wanted)),
    destination_account: destination,
    destination_amount: writeAmount(amount),
    destination_currencies: currenciesOf(view, destination),
    full_reply: true,
    source_account: source,
  };
};

function wantedIn(params: Params): Wanted {
  const amount = readAmount(params.all.destination_amount);
  const [source, destination] = [
    accountIn(params, 'source_account', 'srcAct'),
    accountIn(params, 'destination_account', 'dstAct'),
  ];
  if (amount === undefined || signOf(amount) <= 0) throw new RpcError('dstAmtMalformed');
  return { source, destination, amount };
}

function accountIn(params: Params, name: string, error: 'srcAct' | 'dstAct'): string {
  const account = params.text(name);
  if (account === undefined) throw new RpcError(`${error}Missing`);
  if (!isValidClassicAddress(account)) throw new RpcError(`${error}Malformed`);
  return account;
}

/** What may be sent: what is asked for, or all that the account has lines of. */
function sourcesIn({ params }: CommandContext, view: ReadView, source: string): readonly Asset[] {
  const given = params.all.source_currencies;
  const codes: readonly unknown[] =
    given === undefined
      ? currenciesOf(view, source).map((currency) => ({ currency }))
      : list(given);
  if (codes.length === 0 || codes.length > MAX_SOURCES) throw new RpcError('srcCurMalformed');
  return codes.map((code) => {
    if (!isObject(code) || typeof code.currency !== 'string') throw new RpcError('srcCurMalformed');
    const { currency, issuer = source } = code;
    if (currency === 'XRP') return XRP;
    if (typeof issuer !== 'string') throw new RpcError('srcIsrMalformed');
    return { kind: 'token', currency, issuer };
  });
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function linesOf(view: ReadView, account: string) {
  return view.ownedKeys(account).flatMap((key) => view.lineAt(key) ?? []);
}

function currenciesOf(view: ReadView, account: string): readonly string[] {
  const codes = linesOf(view, account).map((line) => line.Balance.currency);
  return ['XRP', ...new Set(codes)];
}

/** The cheapest path from one of the sender's currencies; nothing where none delivers all that is wanted. */
function alternativeFrom(view: ReadView, asset: Asset, wanted: Wanted): readonly object[] {
  const [cheapest] = pathsFrom(view, asset, wanted)
    .flatMap((path) => {
      const given = costOf(view, asset, path, wanted);
      return given === undefined ? [] : [{ path, given }];
    })
    .sort((one, other) => compareAmounts(one.given, other.given));
  if (cheapest === undefined) return [];
  const { path, given } = cheapest;
  return [
    {
      paths_canonical: [],
      paths_computed: path.length === 0 ? [] : [path.map(stepJson)],
      source_amount: writeAmount(given),
    },
  ];
}

/** The paths that are tried: straight, through one book, and through two by way of XRP. */
function pathsFrom(view: ReadView, asset: Asset, { source, amount }: Wanted): readonly Path[] {
  const arrives = assetOf(amount);
  const into = arrives.kind === 'xrp' ? { currency: 'XRP' } : bookOf(arrives);
  if (asset.kind === 'xrp') return [arrives.kind === 'xrp' ? [] : [into]];
  const { currency, issuer } = asset;
  const peers = linesOf(view, source)
    .filter((line) => line.Balance.currency === currency)
    .map((line) => peerOf(line, source));
  const issuers = issuer === source ? [...new Set(peers)] : [issuer];
  const straight: readonly Path[] =
    arrives.kind === 'token' && arrives.currency === currency ? [[]] : [];
  const exchanged = issuers
    .filter((account) => !sameAsset({ kind: 'token', currency, issuer: account }, arrives))
    .flatMap((account): readonly Path[] =>
      arrives.kind === 'xrp'
        ? [[{ account }, into]]
        : [
            [{ account }, into],
            [{ account }, { currency: 'XRP' }, into],
          ],
    );
  return [...straight, ...exchanged];
}

function bookOf({ currency, issuer }: Extract<Asset, { kind: 'token' }>): PathElement {
  return { currency, issuer };
}

/** What a path takes to deliver all of it. */
function costOf(view: ReadView, asset: Asset, path: Path, wanted: Wanted): Amount | undefined {
  const { source, destination, amount } = wanted;
  const { failure, given, delivered } = runFlow(new WorkView(view, view.facts), {
    source,
    destination,
    sendMax: asset.kind === 'xrp' ? ALL_XRP : token(asset, PLENTY),
    deliver: amount,
    paths: path.length === 0 ? [] : [path],
    useDefaultPath: path.length === 0,
    limit: undefined,
    crossing: false,
  });
  return failure === 'tesSUCCESS' && compareAmounts(delivered, amount) >= 0 ? given : undefined;
}

function stepJson(step: PathElement): object {
  const names = Object.entries(STEP_BITS).filter(([name]) => name in step);
  const type = names.reduce((sum, [, bit]) => sum + bit, 0);
  return { ...step, type, type_hex: type.toString(16).toUpperCase().padStart(16, '0') };
}
