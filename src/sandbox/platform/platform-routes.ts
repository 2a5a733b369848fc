import { isObject } from '../../core/json.js';
import type { LoopbackAnswer, LoopbackRequest } from '../loopback/peer.js';
import type { CollateralPlatform } from './collateral-platform.js';
import { PlatformRefusal } from './platform-refusal.js';
import { settlementJson } from './settlement.js';

/** What the platform's API is made of. */
export interface PlatformState {
  readonly collateral: CollateralPlatform;
  /** What providers have told, oldest first. */
  readonly told: Record<string, unknown>[];
  /** Signer users that a provider's co-signer may pair with. */
  readonly signers: { readonly signerId: string; readonly token: string }[];
}

interface Context {
  readonly state: PlatformState;
  /** The path's variable part. */
  readonly part: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Handle = (context: Context) => Promise<unknown> | unknown;

const FORCE = '/v1/collateral/settlements/force';

/** The operations that providers call. Where two fit, the fixed path comes first. */
const ROUTES: readonly (readonly [method: string, path: RegExp, handle: Handle])[] = [
  route('PUT', FORCE, ({ state, body }) =>
    settlementJson(state.collateral.mark(textOf(body, 'settlementId'))),
  ),
  route('GET', FORCE, ({ state }) => settlementJson(state.collateral.marked())),
  route('DELETE', FORCE, ({ state }) => settlementJson(state.collateral.unmark())),
  route('POST', FORCE, async ({ state }) => settlementJson(await state.collateral.force())),
  route('POST', '/v1/collateral/settlements', async ({ state, body }) => {
    const accountId = body.accountId === undefined ? onlyLink(state) : textOf(body, 'accountId');
    return settlementJson(await state.collateral.startSettlement(accountId));
  }),
  route('GET', '/v1/collateral/settlements/:id/transactions', async ({ state, part }) => {
    const { settlementId, transactions } = await state.collateral.settlement(part);
    return { settlementId, transactions };
  }),
  route('GET', '/v1/collateral/transactions/:id', ({ state, part }) => {
    const found = state.collateral.transactions.get(part);
    if (found === undefined) throw new PlatformRefusal(404, 'no-such-transaction');
    return { ...found, status: 'COMPLETED' };
  }),
  route('GET', '/v1/collateral/address/:id', ({ state, part }) =>
    state.collateral.addressOf({ assetId: part }),
  ),
  route('GET', '/v1/collateral/workspaces', ({ state }) => ({
    workspaces: [...state.collateral.links].map(([accountId, collateralId]) => ({
      accountId,
      collateralId,
      env: 'sandbox',
    })),
  })),
  route('POST', '/v1/collateral/signers/token', ({ state }) => {
    const signer = {
      signerId: state.collateral.newId('signer user'),
      token: state.collateral.newId('pairing token'),
    };
    state.signers.push(signer);
    return signer;
  }),
  route('GET', '/v1/collateral/signers/data', ({ state }) => ({
    signers: state.signers.map(({ signerId }) => ({ signerId, role: 'SIGNER' })),
  })),
  route('POST', '/v1/collateral/notify', ({ state, body }) => {
    state.told.push({ ...body });
    return {};
  }),
];

export async function answered(
  state: PlatformState,
  { method, path, json }: LoopbackRequest,
): Promise<LoopbackAnswer> {
  const { pathname } = new URL(path, 'http://127.0.0.1');
  try {
    for (const [routeMethod, pattern, handle] of ROUTES) {
      const match = method === routeMethod ? pattern.exec(pathname) : null;
      if (match === null) continue;
      const part = decodeURIComponent(match[1] ?? '');
      const body = isObject(json) ? json : {};
      return { status: 200, json: await handle({ state, part, body }) };
    }
    throw new PlatformRefusal(404, 'no-such-operation');
  } catch (error) {
    if (!(error instanceof PlatformRefusal)) throw error;
    return { status: error.status, json: { message: error.code, code: error.code } };
  }
}

function route(method: string, path: string, handle: Handle) {
  return [method, new RegExp(`^${path.replace(/:id/, '([^/]+)')}$`), handle] as const;
}

function textOf(body: Readonly<Record<string, unknown>>, name: string): string {
  const text = body[name];
  if (typeof text !== 'string') throw new PlatformRefusal(400, `no-${name}`);
  return text;
}

function onlyLink({ collateral }: PlatformState): string {
  const [accountId, ...others] = collateral.links.keys();
  if (accountId === undefined || others.length > 0) throw new PlatformRefusal(400, 'no-accountId');
  return accountId;
}
