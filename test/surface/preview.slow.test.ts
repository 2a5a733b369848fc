import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AptosGateway, aptosCodec } from '../../src/aptos/index.js';
import { happenedOf, isGatewayError } from '../../src/core/known-error.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import type { NativeTransferSigner } from '../../src/signer/index.js';
import { StacksGateway, stacksCodec } from '../../src/stacks/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { XrplGateway, xrplCodec } from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

const NOBODY = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';

let sandbox: Sandbox;
let signer: RecordingSigner;
beforeEach(async () => {
  sandbox = await startSandbox();
  signer = new RecordingSigner('previews');
});
afterEach(() => sandbox.stop());

const xrpl = async (more: object = {}) => {
  const { url, networkId } = sandbox.xrpl;
  const gateway = new XrplGateway({ signer, network: { url, networkId }, ...more });
  sandbox.xrpl.fund(await gateway.getAddress('0'), 100_000_000n);
  return gateway;
};
const aptos = async () => {
  const gateway = new AptosGateway({ signer, network: sandbox.aptos });
  sandbox.aptos.fund(await gateway.getAddress('0'), 100_000_000n);
  return gateway;
};
const stacks = async () => {
  const { url } = sandbox.stacks;
  const gateway = new StacksGateway({ signer, network: { network: 'testnet', url } });
  sandbox.stacks.fund(await gateway.getAddress('0'), 100_000_000n);
  return gateway;
};

/** What the approvers would have read, without what depends on the moment. */
const lineOf = (note: string | undefined) => (note ?? '').split(' | ')[0]?.split('; fee')[0];

/** What the key varies, besides what the moment does. */
function costOf(transaction: unknown): unknown {
  const { Fee, maxGasAmount, fee }: Record<string, unknown> = Object(transaction);
  const cost = [Fee, maxGasAmount, fee].map((each) => each && `${each}`);
  expect(cost.some(Boolean)).toBe(true);
  return cost;
}

describe('a preview is what the call then has signed', () => {
  test('on the XRP Ledger', async () => {
    const gateway = await xrpl();
    const params = { destination: NOBODY, amount: '25', destinationTag: 7 };
    const { summary, transactions, number } = await gateway.preview('0', 'xrpTransfer', params);
    expect(signer.requests).toEqual([]);
    expect(summary).toMatch(
      /^Pay 25 XRP to rrrrrrrrrrrrrrrrrrrrrhoLvTp, tag 7; fee 0\.0000\d+ XRP; expires after ledger \d+ \(by a node, in \d+ min( \d+ s)?\); without a key, fee and expiry may differ$/,
    );
    const { receipt, ...answer } = await gateway.xrpTransfer('0', params);
    expect(receipt.hash).toMatch(/^[0-9A-F]{64}$/);
    expect(transactions).toHaveLength(1);
    expect(answer).toMatchObject({ result: { tx_json: { Sequence: Number(number) } } });
    expect(lineOf(signer.requests[0]?.note)).toBe(summary.split('; fee')[0]);
  });

  test('on Aptos', async () => {
    const gateway = await aptos();
    const params = { recipientAddress: await gateway.getAddress('1'), amount: 1_000 };
    const { summary, transactions, number } = await gateway.preview('0', 'transferMove', params);
    expect(signer.requests).toEqual([]);
    const [explained] = transactions;
    expect(explained?.transaction.payload).toMatchObject({ kind: 'entry-function' });
    const { sequence_number: spent } = await gateway.transferMove('0', params);
    expect(spent).toBe(number);
    expect(lineOf(signer.requests[0]?.note)).toBe(summary.split('; fee')[0]);
  });

  test('on Stacks, where it throws although the gateway is not strict', async () => {
    const gateway = await stacks();
    const to = await gateway.getAddress('1');
    const { summary, number } = await gateway.preview('0', 'createNativeTransaction', to, '1.5');
    expect(summary).toMatch(
      new RegExp(
        `^Pay 1\\.5 STX to ${to}; fee 0\\.\\d+ STX; never expires; without a key, fee may differ$`,
      ),
    );
    await expect(
      gateway.preview('0', 'transfer', { recipientAddress: to, amount: '1500' }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(signer.requests).toEqual([]);
    const answer = await gateway.createNativeTransaction('0', to, '1.5');
    expect(answer).toMatchObject({ success: true, data: { nonce: Number(number) } });
    expect(lineOf(signer.requests[0]?.note)).toBe(summary.split('; fee')[0]);
  });

  test('to the very fee and limit of gas, with the key that the call then has', async () => {
    const options = { idempotencyKey: 'invoice-7' };
    const gateways = { xrpl: await xrpl(), aptos: await aptos(), stacks: await stacks() };
    const toNobody = { destination: NOBODY, amount: '25' };
    const toAptos = { recipientAddress: await gateways.aptos.getAddress('1'), amount: 1_000 };
    const toStacks = { recipientAddress: await gateways.stacks.getAddress('1'), amount: 1 };
    const previews = [
      await gateways.xrpl.preview('0', 'xrpTransfer', toNobody, options),
      await gateways.aptos.preview('0', 'transferMove', toAptos, options),
      await gateways.stacks.preview('0', 'transfer', toStacks, options),
    ];
    for (const { summary } of previews) expect(summary).toMatch(/; key invoice-7$/);
    expect(signer.requests).toEqual([]);

    await gateways.xrpl.xrpTransfer('0', toNobody, options);
    await gateways.aptos.transferMove('0', toAptos, options);
    await gateways.stacks.transfer('0', toStacks, options);
    const codecs = [xrplCodec, aptosCodec, stacksCodec];
    for (const [index, { unhashedPayload }] of signer.requests.entries()) {
      const signed = await codecs[index]?.decode([unhashedPayload].flat()[0]);
      const previewed = previews[index]?.transactions[0]?.transaction;
      expect(costOf(previewed)).toEqual(costOf(signed?.transaction));
    }
    expect(signer.requests).toHaveLength(3);
  });

  test('of a vault’s own methods, too', async () => {
    const vault = (await xrpl()).forVault('0');
    const { summary } = await vault.preview('accountSet', { configs: { tickSize: 5 } });
    expect(summary).toMatch(/^Change settings, tick size 5; fee /);
  });
});

describe('a preview changes nothing', () => {
  test('takes no number, and keeps nothing in a store that processes share', async () => {
    const store = memoryStore();
    const keys: string[] = [];
    const watched: Store = {
      get: (key) => store.get(key),
      delete: (...given) => store.delete(...given),
      setIfAbsent: (...given) => {
        keys.push(given[0]);
        return store.setIfAbsent(...given);
      },
      compareAndSet: (...given) => {
        keys.push(given[0]);
        return store.compareAndSet(...given);
      },
    };
    const gateway = await xrpl({ lanes: { store: watched } });
    const all = Array.from({ length: 5 }, () =>
      gateway.preview('0', 'accountSet', { configs: { tickSize: 5 } }),
    );
    const numbers = (await Promise.all(all)).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(1);
    expect(keys).toEqual([]);
    expect(await gateway.pending('0')).toEqual([]);
    expect((await gateway.getAccount('0')).sequence).toBe(Number(numbers[0]));
  });

  test('tells no listener of the gateway', async () => {
    const events: unknown[] = [];
    const gateway = await xrpl({ onEvent: (event: unknown) => events.push(event) });
    await gateway.preview('0', 'accountSet', { configs: { tickSize: 5 } });
    expect(events).toEqual([]);
  });

  test('replaces nothing, even with the key of a transaction that is signed', async () => {
    const gateway = await stacks();
    const to = await gateway.getAddress('1');
    const options = { idempotencyKey: 'used' };
    await gateway.createNativeTransaction('0', to, '1', options);
    const before = await gateway.getAccountNonce('0');
    const { summary } = await gateway.preview('0', 'createNativeTransaction', to, '1', options);
    expect(summary).toContain('key used');
    expect(signer.requests).toHaveLength(1);
    expect(await gateway.getAccountNonce('0')).toEqual(before);
  });

  test('asks for no Tickets where there are none, and says that these come first', async () => {
    const gateway = await xrpl({ lanes: { mode: 'tickets' } });
    const { summary } = await gateway.preview('0', 'accountSet', { configs: { tickSize: 5 } });
    expect(summary).toMatch(
      /^Set \d+ numbers aside \(TicketCreate\); fee [^;]*; expires [^;]*; without a key, [^;]*$/,
    );
    expect(signer.requests).toEqual([]);
  });

  test('tells no listener of the call: nobody has rejected its key', async () => {
    const events: unknown[] = [];
    const options = { idempotencyKey: 'k', onEvent: (event: unknown) => events.push(event) };
    const gateway = await xrpl();
    await gateway.preview('0', 'accountSet', { configs: { tickSize: 5 } }, options);
    expect(events).toEqual([]);
  });

  test('has the custody platform transfer nothing', async () => {
    const transfers: unknown[] = [];
    const native: NativeTransferSigner = {
      capabilities: signer.capabilities,
      getPublicKey: (key) => signer.getPublicKey(key),
      sign: (request) => signer.sign(request),
      transfer: async (request) => {
        transfers.push(request);
        throw new Error('was asked');
      },
    };
    const gateway = await xrpl({ signer: native });
    const params = { destination: NOBODY, amount: '25', destinationTag: 7 };
    const { summary, transactions } = await gateway.preview('0', 'xrpTransfer', params);
    expect(summary).toBe(`The custody platform pays 25 XRP_TEST to ${NOBODY}, tag 7`);
    expect([transactions, transfers, signer.requests]).toEqual([[], [], []]);
  });
});

test('a preview that fails has asked for nothing, and says so', async () => {
  const gateway = await xrpl();
  sandbox.inject({ server: 'xrpl', times: 100, effect: { kind: 'answer', status: 503 } });
  const error = await rejectionOf(
    gateway.preview('0', 'xrpTransfer', { destination: NOBODY, amount: '25' }),
  );
  expect(isGatewayError(error) && happenedOf(error)).toBe('nothing');
  expect(error).not.toHaveProperty('transaction.requestId');
});

test('an operation that there is not is refused before anybody is asked', async () => {
  const gateway = await xrpl();
  for (const name of ['constructor', 'submitMultisigned', 'resume', 'cancel', 'preview', '']) {
    await expect(Reflect.apply(gateway.preview, gateway, ['0', name, {}])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'operation',
    });
  }
});
