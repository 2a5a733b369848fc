import type { Fetch } from '../../src/core/http.js';
import { isObject } from '../../src/core/json.js';
import { isResultCode } from '../../src/sandbox/xrpl/result-codes.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { XrplGateway, type XrplGatewayOptions } from '../../src/xrpl/index.js';
import { type Asked, type Exchange, Exchanges } from './exchanges.js';
import { arrived, type Operation, type Run, run, type Table } from './run.js';

/** Errors that this package gives a meaning to, and what answers where there is no such thing. */
const ERRORS = [
  'actNotFound',
  'dstActNotFound',
  'entryNotFound',
  'failedToForward',
  'internal',
  'invalidParams',
  'invalidTransaction',
  'noClosed',
  'noCurrent',
  'noNetwork',
  'notSynced',
  'notImpl',
  'slowDown',
  'srcActNotFound',
  'tooBusy',
  'txnNotFound',
  'unknownCmd',
];

const AMENDMENTS = 'feature';

/** What this package asks of nodes of the XRP Ledger. */
export const xrplTable: Table = {
  calls: [
    'account_info',
    'account_lines',
    'account_objects mptoken',
    'account_objects ticket',
    'account_offers',
    'account_tx',
    'deposit_authorized',
    AMENDMENTS,
    'fee',
    'ledger_entry',
    'ripple_path_find',
    'server_state',
    'simulate',
    'submit',
    'tx',
  ],
  // What these hold depends on what is shown; and an error tells what was asked.
  opaque: [
    /^(?:transactions\[\]\.)?(?:meta|tx_json)$/,
    /^node$/,
    /taker_(?:gets|pays)$/,
    /^request$/,
    /^features$/,
    /^(?:marker|alternatives)$/,
  ],
  partOf: (told) => {
    const { error, validated } = Object(told);
    if (error !== undefined) return ' error';
    // What is not validated has fewer fields.
    return validated === false ? ' open' : '';
  },
  codeOf: (body) => Object.values(wordsIn(body))[0],
  codes: { has: (code) => ERRORS.includes(code) || isResultCode(code) },
  pinsIn: (exchanges) => Object.fromEntries(exchanges.flatMap(amendmentsIn)),
  wordsIn,
};

function wordsIn(body: unknown): Readonly<Record<string, string>> {
  const { error, engine_result } = Object(body);
  if (typeof error === 'string') return { error };
  return typeof engine_result === 'string' ? { engine_result } : {};
}

/** Whether each amendment is enabled. */
function amendmentsIn({ call, body }: Exchange): (readonly [name: string, value: string])[] {
  if (call !== AMENDMENTS || !isObject(body) || !isObject(body.features)) return [];
  return Object.values(body.features).flatMap((one) =>
    isObject(one) && typeof one.name === 'string'
      ? [[`amendment ${one.name}`, `${one.enabled}`] as const]
      : [],
  );
}

export function callOfXrpl({ body = '{}' }: Asked): string {
  const { method, params } = JSON.parse(body);
  const [{ type = '' } = {}] = params ?? [];
  return `${method} ${type}`.trim();
}

/** Where the operations run. */
export interface XrplPlace {
  readonly url: string;
  readonly networkId: number;
  /** Of the keys, which are worth nothing. */
  readonly seed: string;
  /** Milliseconds in which a transaction lands, if it does. */
  readonly patienceMs: number;
  /** Gives an account XRP. */
  readonly fund: (address: string) => Promise<unknown>;
  readonly fetch: Fetch;
  readonly tuning?: Pick<XrplGatewayOptions, 'polling' | 'retry' | 'secondsPerLedger'>;
}

interface XrplLive {
  readonly gateway: XrplGateway;
  readonly fund: XrplPlace['fund'];
  readonly patienceMs: number;
  /** Asks the node what this package asks of a few alone. */
  ask(method: string, params?: object): Promise<unknown>;
}

const usd = async ({ gateway }: XrplLive, value: string) => {
  return { currency: 'USD', issuer: await gateway.getAddress('1'), value };
};

const operations: readonly Operation<XrplLive>[] = [
  {
    name: 'is told of an account that there is not',
    fails: 'ACCOUNT_NOT_FUNDED',
    run: ({ gateway }) => gateway.getAccount('9'),
  },
  {
    name: 'has accounts funded',
    run: async ({ gateway, fund, patienceMs }) => {
      const vaults = ['0', '1'];
      for (const vault of vaults) await fund(await gateway.getAddress(vault));
      for (const vault of vaults) {
        await arrived(patienceMs, () =>
          gateway.getAccount(vault).then(
            () => true,
            () => false,
          ),
        );
      }
    },
  },
  {
    name: 'pays XRP, and finds the transaction again',
    run: async ({ gateway }) => {
      const destination = await gateway.getAddress('1');
      const paid = await gateway.xrpTransfer('0', { destination, amount: '0.000001' });
      return 'result' in paid && gateway.getTransaction(paid.result.hash);
    },
  },
  {
    name: 'sends a token',
    run: async (world) => {
      const { gateway } = world;
      await gateway.trustSet('0', { limitAmount: await usd(world, '10') });
      const destination = await gateway.getAddress('0');
      await gateway.tokenTransfer('1', { destination, amount: await usd(world, '2') });
    },
  },
  {
    name: 'offers, and lists what is offered',
    run: async (world) => {
      const buyAmount = await usd(world, '1');
      await world.gateway.offerCreate('0', { sellAmount: '10', buyAmount });
      return world.gateway.getOffers('0');
    },
  },
  {
    name: 'pays with a Ticket',
    run: async ({ gateway }) => {
      const destination = await gateway.getAddress('1');
      const payment = { destination, amount: '0.000001' };
      return gateway.xrpTransfer('0', payment, { useTickets: true });
    },
  },
  {
    name: 'is told that a payment would fail',
    fails: 'SIMULATION_FAILED',
    run: async (world) => {
      const [destination, amount] = [await world.gateway.getAddress('9'), await usd(world, '1')];
      return world.gateway.tokenTransfer('0', { destination, amount }, { trial: 'refuse' });
    },
  },
  {
    name: 'finds ways of a payment',
    run: async (world) => {
      const [destination, amount] = [await world.gateway.getAddress('1'), await usd(world, '1')];
      return world.gateway.findPaths('0', { destination, amount });
    },
  },
  { name: 'reads balances', run: ({ gateway }) => gateway.getBalances('0') },
  { name: 'lists what happened', run: ({ gateway }) => gateway.getTransactions('0') },
  { name: 'finds no transaction', run: ({ gateway }) => gateway.getTransaction('AB'.repeat(32)) },
  // What this package asks of nodes alone that make no dry run; and what could change all of this.
  {
    name: 'asks whether an account may be paid',
    run: async ({ gateway, ask }) => {
      const [source_account, destination_account] = [
        await gateway.getAddress('0'),
        await gateway.getAddress('1'),
      ];
      return ask('deposit_authorized', { source_account, destination_account });
    },
  },
  { name: 'asks which amendments there are', run: ({ ask }) => ask(AMENDMENTS) },
];

/** The operations of the table, as a backend does them that knows of a network only where it is. */
export async function runOnXrpl({ url, networkId, seed, ...how }: XrplPlace): Promise<Run> {
  const { patienceMs, fund, fetch, tuning } = how;
  const exchanges = new Exchanges(callOfXrpl, fetch, (body) =>
    isObject(body) ? body.result : body,
  );
  const signer = new LocalRawSigner({ seed, quiet: true });
  const network = { url, networkId };
  const defaults = { confirmTimeoutMs: patienceMs };
  const gateway = new XrplGateway({
    signer,
    network,
    fetch: exchanges.fetch,
    defaults,
    ...tuning,
  });
  const ask = (method: string, params: object = {}) => {
    const body = JSON.stringify({ method, params: [{ ...params, api_version: 2 }] });
    return exchanges.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  };
  return run(xrplTable, operations, { gateway, fund, patienceMs, ask }, exchanges);
}
