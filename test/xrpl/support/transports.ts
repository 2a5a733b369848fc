import { Client } from 'xrpl';
import { type XrplGateway, xrplClientTransport } from '../../../src/xrpl/index.js';
import { newWorld, type World, type WorldOptions } from '../../support/world.js';

/** The two ways to a node. */
export const TRANSPORTS = ['JSON-RPC', 'the xrpl package’s Client'] as const;

type Transport = (typeof TRANSPORTS)[number];

type Json = Readonly<Record<string, unknown>>;

/** Looking again after an hour: whoever needs that to see an outcome never sees it. */
const HARDLY_EVER = { firstMs: 3_600_000, factor: 1, maxMs: 3_600_000 };

/** A world whose gateway reaches the ledger in one of the two ways. */
export interface LedgerWorld extends World {
  /** A gateway on the same custody and ledger that goes the other way. */
  readonly other: XrplGateway;
  readonly client: Client;
  addressOf(vaultAccountId: string): string;
  /** What the node answers to somebody who asks without this package. */
  ask(command: string, params?: Json): Promise<Json>;
}

/** Over the Client nothing but its ledger stream tells when to look. */
export async function newLedgerWorld(
  transport: Transport,
  options: WorldOptions = {},
): Promise<LedgerWorld> {
  const world = await newWorld(options);
  const { stop } = world;
  const client = new Client(world.sandbox.xrpl.webSocketUrl);
  const streaming = world.another({
    transport: xrplClientTransport(client),
    polling: HARDLY_EVER,
  });
  const [gateway, other] =
    transport === 'JSON-RPC' ? [world.gateway, streaming] : [streaming, world.gateway];
  const { url } = world.sandbox.xrpl;
  return Object.assign(world, {
    gateway,
    other,
    client,
    addressOf: (id: string) => world.sandbox.custody.addressOf(id, 'XRP_TEST'),
    ask: (command: string, params?: Json) => ask(url, command, params),
    stop: async () => {
      // A Client that is about to connect anew may never say that it has disconnected.
      client.disconnect().catch(() => undefined);
      await stop();
    },
  });
}

async function ask(url: string, command: string, params: Json = {}): Promise<Json> {
  const all = { ledger_index: 'validated', ...params, api_version: 2 };
  const body = JSON.stringify({ method: command, params: [all] });
  const answer = await fetch(url, { method: 'POST', body });
  const { result } = (await answer.json()) as { result: Json };
  return result;
}
