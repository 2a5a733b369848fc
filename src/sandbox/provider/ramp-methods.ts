import type { RampMethod } from '../../provider/schemas/ramp-methods.js';
import type { RampRequest } from '../../provider/schemas/ramps.js';
import { assetCalled, type ExchangeAsset } from './assets.js';
import { isCrypto, isNational } from './methods.js';
import { refusal } from './refusals.js';

type Rail =
  | 'Ach'
  | 'Wire'
  | 'Iban'
  | 'EuropeanSEPA'
  | 'Chaps'
  | 'FpsUk'
  | 'Pix'
  | 'Spei'
  | 'Interac'
  | 'PayId'
  | 'Momo'
  | 'Lbt';
type Side = Rail | 'PublicBlockchain' | 'Prefunded';

/** Every rail that the documents name, in the currency that it moves. */
const RAILS: readonly (readonly [rail: Rail, currency: string])[] = [
  ['Ach', 'USD'],
  ['Wire', 'USD'],
  ['Iban', 'EUR'],
  ['EuropeanSEPA', 'EUR'],
  ['Chaps', 'GBP'],
  ['FpsUk', 'GBP'],
  ['Pix', 'BRL'],
  ['Spei', 'MXN'],
  ['Interac', 'CAD'],
  ['PayId', 'AUD'],
  ['Momo', 'KES'],
  ['Lbt', 'NGN'],
];
const COINS = ['BTC', 'ETH', 'usdc-ethereum'];
const BRIDGES = [
  ['usdc-ethereum', 'usdc-polygon'],
  ['usdc-polygon', 'usdc-ethereum'],
] as const;

/** A ramp that is possible, with its assets. */
export interface RampRoute {
  readonly id: string;
  readonly type: RampRequest['type'];
  readonly from: ExchangeAsset;
  readonly to: ExchangeAsset;
  readonly fromSide: Side;
  readonly toSide: Side;
}

function route(
  type: RampRequest['type'],
  [fromSide, from]: readonly [Side, string],
  [toSide, to]: readonly [Side, string],
): RampRoute {
  const id = [type, fromSide, from, toSide, to].join('-');
  return { id, type, fromSide, toSide, from: assetCalled(from), to: assetCalled(to) };
}

const ROUTES: readonly RampRoute[] = [
  ...COINS.flatMap((coin) =>
    RAILS.flatMap(([rail, currency]) => [
      route('OnRamp', [rail, currency], ['PublicBlockchain', coin]),
      route('OffRamp', ['PublicBlockchain', coin], [rail, currency]),
      route('OffRamp', ['Prefunded', coin], [rail, currency]),
    ]),
  ),
  ...COINS.flatMap((coin) =>
    ['USD', 'EUR'].map((currency) =>
      route('OnRamp', ['Prefunded', currency], ['PublicBlockchain', coin]),
    ),
  ),
  ...BRIDGES.flatMap(([from, to]) => [
    route('Bridge', ['PublicBlockchain', from], ['PublicBlockchain', to]),
    route('Bridge', ['Prefunded', from], ['PublicBlockchain', to]),
  ]),
];

export function rampMethods(): readonly RampMethod[] {
  return ROUTES.flatMap((each) => methodOf(each) ?? []);
}

/** The ramp with an id that {@link rampMethods} gave. */
export function rampRoute(id: string): RampRoute | undefined {
  return ROUTES.find((each) => each.id === id);
}

/** @throws ProviderRefusal naming what no ramp is made of. */
export function routeOf(request: RampRequest, from: ExchangeAsset, to: ExchangeAsset): RampRoute {
  const ofType = ROUTES.filter(({ type }) => type === request.type);
  if (!ofType.some((each) => each.from === from)) {
    throw refusal('unsupported-source-asset', 'No ramp starts with that.', '/from/asset');
  }
  if (!ofType.some((each) => each.to === to)) {
    throw refusal('unsupported-destination-asset', 'No ramp ends with that.', '/to/asset');
  }
  const found = ofType.find(
    (each) =>
      each.from === from &&
      each.to === to &&
      each.fromSide === sideOf(request.from) &&
      each.toSide === sideOf(request.to),
  );
  if (found !== undefined) return found;
  throw refusal('unsupported-ramp-method', 'There is no such ramp.', '/from');
}

function sideOf(side: RampRequest['from' | 'to']): string {
  return side.transferMethod ?? 'Prefunded';
}

function methodOf({ id, from, to, fromSide, toSide }: RampRoute): RampMethod | undefined {
  const [source, target] = [from.reference, to.reference];
  if (toSide === 'PublicBlockchain' && isCrypto(target)) {
    const chain = { transferMethod: toSide, asset: target } as const;
    if (isNational(source)) {
      if (fromSide === 'Prefunded')
        return { id, from: { type: fromSide, asset: source }, to: chain };
      if (fromSide !== 'PublicBlockchain') {
        return { id, from: { transferMethod: fromSide, asset: source }, to: chain };
      }
    } else if (fromSide === 'Prefunded') {
      return { id, from: { type: fromSide, asset: source }, to: chain };
    } else if (fromSide === 'PublicBlockchain') {
      return { id, from: { transferMethod: fromSide, asset: source }, to: chain };
    }
  }
  if (toSide === 'PublicBlockchain' || toSide === 'Prefunded') return undefined;
  if (!isNational(target) || !isCrypto(source)) return undefined;
  const bank = { transferMethod: toSide, asset: target };
  if (fromSide === 'Prefunded') return { id, from: { type: fromSide, asset: source }, to: bank };
  if (fromSide !== 'PublicBlockchain') return undefined;
  return { id, from: { transferMethod: fromSide, asset: source }, to: bank };
}
