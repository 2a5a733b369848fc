import { createHash } from 'node:crypto';
import type { Fetch } from '../../src/core/http.js';
import { isObject } from '../../src/core/json.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksGateway, type StacksGatewayOptions } from '../../src/stacks/index.js';
import { CALLS } from '../stacks/recorded/calls.js';
import type { Objects } from '../support/shapes.js';
import { type Asked, callByRoute, type Exchange, Exchanges } from './exchanges.js';
import { arrived, type Operation, type Run, run, type Table } from './run.js';

/** Tokens are named by their members, and a `type` is one of Clarity, or of what is in another object. */
export const STACKS_OBJECTS: Objects = {
  maps: [/^(?:non_)?fungible_tokens$/],
  haveKinds: false,
};

const SOURCE = 'GET /v2/contracts/source/:address/:name';
const ROUTES = [...new Set<string>(Object.values(CALLS)), SOURCE];

/** Why nodes refuse a transaction, or estimate no fee (stacks-core, `MemPoolRejection`). */
const REASONS = new Set([
  'BadAddressVersionByte',
  'BadFunctionArgument',
  'BadNonce',
  'BadTransactionVersion',
  'ConflictingNonceInMempool',
  'ContractAlreadyExists',
  'DatabaseError',
  'Deserialization',
  'EstimatorError',
  'FeeTooLow',
  'NoCoinbaseViaMempool',
  'NoEstimateAvailable',
  'NoSuchContract',
  'NoSuchPublicFunction',
  'NoTenureChangeViaMempool',
  'NotEnoughFunds',
  'Serialization',
  'ServerFailureDatabase',
  'ServerFailureNoSuchChainTip',
  'ServerFailureOther',
  'SignatureValidation',
  'TemporarilyBlacklisted',
  'TooManyPendingTransactions',
  'TooMuchChaining',
  'TransferAmountMustBePositive',
  'TransferRecipientCannotEqualSender',
]);

/** What this package asks of nodes of Stacks, and of the API beside them. */
export const stacksTable: Table = {
  calls: ROUTES,
  // Types of Clarity; and of a transaction what its type has.
  opaque: [/\.type$/, /\btx_result$/, /\bpayload$/, /\bpost_conditions(?:\[\]|\.conditions\[\])?$/],
  objects: STACKS_OBJECTS,
  partOf: (told) => {
    const { status, tx_status = status } = Object(told);
    // What waits is in no block.
    return tx_status === 'pending' ? ' waiting' : '';
  },
  codeOf: (body) => wordsIn(body).reason,
  codes: REASONS,
  pinsIn: (exchanges) => Object.fromEntries(exchanges.flatMap(poxIn)),
  wordsIn,
};

function wordsIn(body: unknown): Readonly<Record<string, string>> {
  return isObject(body) && typeof body.reason === 'string' ? { reason: body.reason } : {};
}

/** The contract that stacks, as the hash of its text. */
function poxIn({ call, body }: Exchange): (readonly [name: string, value: string])[] {
  if (call !== SOURCE || !isObject(body) || typeof body.source !== 'string') return [];
  return [['the pox contract', createHash('sha256').update(body.source).digest('hex')]];
}

export function callOfStacks({ method, url }: Asked): string {
  return callByRoute(ROUTES, method, url.pathname);
}

/** Where the operations run. */
export interface StacksPlace {
  readonly url: string;
  /** Of the keys, which are worth nothing. */
  readonly seed: string;
  readonly patienceMs: number;
  /** Gives an account STX. */
  readonly fund: (address: string) => Promise<unknown>;
  readonly fetch: Fetch;
  readonly tuning?: Pick<StacksGatewayOptions, 'polling' | 'retry'>;
}

interface StacksLive {
  readonly gateway: StacksGateway<true>;
  readonly fund: StacksPlace['fund'];
  readonly patienceMs: number;
  ask(path: string): Promise<Response>;
}

const operations: readonly Operation<StacksLive>[] = [
  { name: 'reads a balance of nothing', run: ({ gateway }) => gateway.getBalance('9') },
  {
    name: 'has an account funded',
    run: async ({ gateway, fund, patienceMs }) => {
      await fund(await gateway.getAddress('0'));
      await arrived(patienceMs, async () => Number((await gateway.getBalance('0')).balance) > 0);
    },
  },
  {
    name: 'pays STX, and finds the transaction again',
    run: async ({ gateway }) => {
      const recipientAddress = await gateway.getAddress('1');
      const { txHash } = await gateway.transfer('0', { recipientAddress, amount: '0.000001' });
      return gateway.getTxStatusById(txHash);
    },
  },
  { name: 'reads a balance', run: ({ gateway }) => gateway.getBalance('0') },
  { name: 'reads balances of tokens', run: ({ gateway }) => gateway.getFtBalances('0') },
  { name: 'reads the next nonce', run: ({ gateway }) => gateway.getAccountNonce('0') },
  { name: 'lists what happened', run: ({ gateway }) => gateway.getTransactionHistory('0') },
  {
    name: 'finds no transaction',
    fails: 'UNKNOWN_TRANSACTION',
    run: ({ gateway }) => gateway.getTxStatusById('11'.repeat(32)),
  },
  {
    name: 'is told of a contract that there is not',
    fails: 'INVALID_INPUT',
    run: async ({ gateway }) => {
      const contract = `${await gateway.getAddress('0')}.nothing`;
      return gateway.callContract('0', { contract, functionName: 'any', functionArgs: [] });
    },
  },
  {
    name: 'asks what the contract is that stacks',
    run: async ({ ask }) => {
      const { contract_id: id } = Object(await (await ask('/v2/pox')).json());
      return ask(`/v2/contracts/source/${String(id).replace('.', '/')}?proof=0`);
    },
  },
];

/** The operations of the table, as a backend does them that knows of a network only where it is. */
export async function runOnStacks({ url, seed, patienceMs, ...how }: StacksPlace): Promise<Run> {
  const { fund, fetch, tuning } = how;
  const exchanges = new Exchanges(callOfStacks, fetch);
  const gateway = new StacksGateway<true>({
    signer: new LocalRawSigner({ seed, quiet: true }),
    network: { network: 'testnet', url },
    strict: true,
    fetch: exchanges.fetch,
    defaults: { confirmTimeoutMs: patienceMs },
    ...tuning,
  });
  const ask = (path: string) => exchanges.fetch(`${url}${path}`, { method: 'GET' });
  return run(stacksTable, operations, { gateway, fund, patienceMs, ask }, exchanges);
}
