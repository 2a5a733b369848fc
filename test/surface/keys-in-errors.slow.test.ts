import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { AptosGateway, happenedOf, StacksGateway, XrplGateway } from '../../src/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { FAST } from '../support/world.js';

let sandbox: Sandbox;
let to: Readonly<Record<'xrpl' | 'aptos' | 'stacks', string>>;
beforeAll(async () => {
  sandbox = await startSandbox({ stacks: { pox: 'pox-4' } });
  const { xrpl, aptos, stacks } = gatewaysBy(fetch);
  to = {
    xrpl: await xrpl.getAddress('1'),
    aptos: await aptos.getAddress('1'),
    stacks: await stacks.getAddress('1'),
  };
});
afterAll(() => sandbox.stop());

/** Gateways that know nothing yet, as those of a new process, on a network that shows its chain's id itself. */
function gatewaysBy(fetchIt: typeof fetch) {
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const retry = { attempts: 1 };
  const access = { apiKey, apiSecret, basePath, fetch: fetchIt, retry, polling: FAST };
  const settings = {
    signer: new FireblocksRawSigner(access),
    fetch: fetchIt,
    retry,
    polling: FAST,
  };
  const { url, networkId } = sandbox.xrpl;
  const { fullnodeUrl } = sandbox.aptos;
  return {
    xrpl: new XrplGateway({ ...settings, network: { url, networkId } }),
    aptos: new AptosGateway({ ...settings, network: { fullnodeUrl } }),
    stacks: new StacksGateway<true>({ ...settings, network: sandbox.stacks, strict: true }),
  };
}

type Gateways = ReturnType<typeof gatewaysBy>;
type Call = (gateways: Gateways, key: string) => Promise<unknown>;

const PREPARED = {
  TransactionType: 'AccountSet',
  Fee: '20',
  Sequence: 1,
  LastLedgerSequence: 1_000_000,
  SigningPubKey: '',
};

/** Calls with a key, each of which reads from Fireblocks or a node before it requests a signature. */
const CALLS: Readonly<Record<string, Call>> = {
  'cancel on the XRP Ledger': ({ xrpl }, key) => xrpl.cancel('0', key),
  'cancel on Aptos': ({ aptos }, key) => aptos.cancel('0', key),
  'cancel on Stacks': ({ stacks }, key) => stacks.cancel('0', key),
  'resume on the XRP Ledger': ({ xrpl }, key) => xrpl.resume('0', key),
  'resume on Aptos': ({ aptos }, key) => aptos.resume('0', key),
  'resume on Stacks': ({ stacks }, key) => stacks.resume('0', key),
  'transfer on the XRP Ledger': ({ xrpl }, idempotencyKey) =>
    xrpl.transfer('0', { to: to.xrpl, amount: '1 XRP' }, { idempotencyKey }),
  'a transfer to a vault account': ({ xrpl }, idempotencyKey) =>
    xrpl.xrpTransfer(
      '0',
      { destination: { type: 'VAULT_ACCOUNT', id: '1' }, amount: '1' },
      { idempotencyKey },
    ),
  'transfer on Aptos': ({ aptos }, idempotencyKey) =>
    aptos.transfer('0', { to: to.aptos, amount: '1 octas' }, { idempotencyKey }),
  'transfer on Stacks': ({ stacks }, idempotencyKey) =>
    stacks.transfer('0', { to: to.stacks, amount: '1 STX' }, { idempotencyKey }),
  'submit on the XRP Ledger': ({ xrpl }, idempotencyKey) =>
    xrpl.submit('0', { TransactionType: 'AccountSet', TickSize: 5 }, { idempotencyKey }),
  'callContract on Stacks': ({ stacks }, idempotencyKey) => {
    const call = { contract: `${to.stacks}.contract`, functionName: 'act', functionArgs: [] };
    return stacks.callContract('0', call, { idempotencyKey });
  },
  'submitBatch on the XRP Ledger': ({ xrpl }, idempotencyKey) => {
    const params = { to: to.xrpl, amount: '1 XRP' } as const;
    return xrpl.submitBatch('0', [{ transactionType: 'transfer', params }], { idempotencyKey });
  },
  'submitBatch on Aptos': ({ aptos }, idempotencyKey) => {
    const params = { to: to.aptos, amount: '1 octas' } as const;
    return aptos.submitBatch('0', [{ transactionType: 'transfer', params }], { idempotencyKey });
  },
  'submitBatch on Stacks': ({ stacks }, idempotencyKey) => {
    const params = { to: to.stacks, amount: '1 STX' } as const;
    return stacks.submitBatch('0', [{ transactionType: 'transfer', params }], { idempotencyKey });
  },
  'signMultisigned on the XRP Ledger': ({ xrpl }, idempotencyKey) =>
    xrpl.signMultisigned('0', { ...PREPARED, Account: to.xrpl }, { idempotencyKey }),
  'replaceTransaction on Stacks': ({ stacks }, idempotencyKey) =>
    stacks.replaceTransaction('0', `0x${'1'.repeat(64)}`, {}, { idempotencyKey }),
  'stackSolo on Stacks': ({ stacks }, idempotencyKey) =>
    stacks.stackSolo('0', { amount: 1_000_000, lockPeriod: 2 }, { idempotencyKey }),
  'allowContractCaller on Stacks': ({ stacks }, idempotencyKey) =>
    stacks.allowContractCaller('0', 'FAST_POOL', '', { idempotencyKey }),
};

const FAULTS: Readonly<Record<string, () => Response>> = {
  'HTTP 500': () => Response.json({ message: 'no', code: -1 }, { status: 500 }),
  'HTTP 401': () => Response.json({ message: 'no', code: -7 }, { status: 401 }),
  'no connection': () => {
    throw new TypeError('fetch failed');
  },
  'what is no JSON': () => new Response('{'),
};

/** Lets so many requests pass; each later one ends as the fault says. */
function failingAfter(passing: number, fault: () => Response): typeof fetch {
  let count = 0;
  return async (...request) => (count++ < passing ? fetch(...request) : fault());
}

describe.each(Object.entries(CALLS))('an error of %s names its key', (name, call) => {
  test.each(Object.entries(FAULTS))('where the answer is %s', async (_, fault) => {
    // With the second request a signature is asked for, which nobody else has to be asked about.
    const asksAtOnce = name.startsWith('signMultisigned');
    for (const passing of asksAtOnce ? [0] : [0, 1, 2, 3]) {
      const key = `${name}-${passing}`.replaceAll(' ', '-');
      const failing = call(gatewaysBy(failingAfter(passing, fault)), key);
      await expect(failing).rejects.toMatchObject({ transaction: { idempotencyKey: key } });
    }
  });
});

test.each(['xrpl', 'aptos', 'stacks'] as const)(
  'a key that nobody knows on %s is named, with the id that its request would have',
  async (chain) => {
    const { [chain]: gateway } = gatewaysBy(fetch);
    for (const ask of [gateway.cancel.bind(gateway), gateway.resume.bind(gateway)]) {
      await expect(ask('0', 'nobody-s')).rejects.toMatchObject({
        code: 'TRANSACTION_NOT_FOUND',
        transaction: { idempotencyKey: 'nobody-s', requestId: expect.stringMatching(/./) },
      });
    }
  },
);

test('a call that could not even ask for its account has done nothing', async () => {
  const { xrpl } = gatewaysBy(failingAfter(0, () => new Response('', { status: 500 })));
  const error = await xrpl.cancel('0', 'order-1').catch((thrown) => thrown);
  expect(error).toMatchObject({ retryable: true, transaction: { idempotencyKey: 'order-1' } });
  expect(happenedOf(error)).toBe('nothing');
});

test('bad input names no key: nobody was asked', async () => {
  const { xrpl } = gatewaysBy(fetch);
  const error = await xrpl
    .transfer('', { to: to.xrpl, amount: '1 XRP' }, { idempotencyKey: 'order-2' })
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'vaultAccountId' });
  expect(error.transaction).toBeUndefined();
});
