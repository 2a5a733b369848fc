import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';
import { BAD_INPUTS, type BadInputName } from './support/bad-inputs.js';
import { Capture, hexOf, sha512Half } from './support/capture.js';
import { ACCOUNT_SETTINGS } from './support/flags.js';

// Each test is named after a mistake that earlier gateways made.

const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
const ACCOUNT_ONE = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
const usd = { currency: 'USD', issuer: ISSUER, value: '100' };

let capture: Capture;

beforeEach(async () => {
  capture = await Capture.start();
});

type Act = (gateway: XrplGateway) => Promise<unknown>;

async function signedBy(act: Act) {
  await act(capture.gateway);
  return capture.take().signed;
}

async function fieldOf(act: Act): Promise<string> {
  const error = await rejectionOf(act(capture.gateway));
  expect(error).toBeInstanceOf(InvalidInputError);
  expect(capture.signer.requests).toEqual([]);
  return (error as InvalidInputError).field;
}

describe('payments', () => {
  const cross = (more: object): Act => {
    const params = { destination: HOLDER, amount: usd, sendMax: '5000000', ...more };
    return (gateway) => gateway.crossCurrencyPayment('0', params);
  };
  const partial = { flags: { tfPartialPayment: true } };

  it('A-D3: deliverMin reaches the ledger, and a partial payment has to have one', async () => {
    const deliverMin = { ...usd, value: '99' };
    expect(await signedBy(cross({ ...partial, deliverMin }))).toMatchObject({
      DeliverMin: deliverMin,
      Flags: 0x0002_0000,
    });
    expect(await fieldOf(cross(partial))).toBe('deliverMin');
  });

  it('A-D3: destination, tag, invoice and sendMax of a cross-currency payment are checked', async () => {
    expect(await fieldOf(cross({ destination: 'anywhere' }))).toBe('destination');
    expect(await fieldOf(cross({ destinationTag: 2 ** 32 }))).toBe('destinationTag');
    expect(await fieldOf(cross({ invoiceId: 'invoice 5' }))).toBe('invoiceId');
    expect(await fieldOf(cross({ sendMax: undefined }))).toBe('sendMax');
  });

  it('A-D4: burning pays the issuer, not an account that can hold nothing', async () => {
    const { Destination } = await signedBy((gateway) => gateway.burnToken('0', { amount: usd }));
    expect(Destination).toBe(ISSUER);
    expect(Destination).not.toBe(ACCOUNT_ONE);
  });

  it('A-D8: sendMax goes without a partial payment, and paths go along', async () => {
    const sendMax = { ...usd, value: '101' };
    const paths = [[{ account: ISSUER }]];
    const signed = await signedBy((gateway) =>
      gateway.tokenTransfer('0', { destination: HOLDER, amount: usd, sendMax, paths }),
    );
    expect(signed).toMatchObject({ SendMax: sendMax, Paths: paths });
    expect(signed).not.toHaveProperty('Flags');
  });
});

describe('tokens on the ledger', () => {
  let world: World;
  let issuer: string;
  let holder: string;

  beforeAll(async () => {
    world = await newWorld();
    [holder, issuer] = [await world.gateway.getAddress('0'), await world.gateway.getAddress('1')];
    await world.gateway.accountSet('1', {
      configs: { setFlag: { asfDefaultRipple: true }, transferRate: 1_010_000_000 },
    });
  });
  afterAll(() => world.stop());

  it('A-D8: a token with a transfer fee arrives exactly', async () => {
    const amount = { currency: 'FEE', issuer, value: '100' };
    const other = await world.gateway.getAddress('2');
    await world.sandbox.xrpl.fund(other, 100_000_000n);
    for (const vault of ['0', '2']) {
      await world.gateway.trustSet(vault, { limitAmount: { ...amount, value: '1000' } });
    }
    await world.gateway.tokenTransfer('1', {
      destination: holder,
      amount: { ...amount, value: '101' },
    });
    const sendMax = { ...amount, value: '101' };
    const paid = await world.gateway.tokenTransfer('0', { destination: other, amount, sendMax });
    expect(paid.result.meta.delivered_amount).toEqual(amount);
    expect(await world.gateway.getBalances('2')).toMatchObject({ tokens: [amount] });
  });

  it('A-D6: freezing keeps the limit that the issuer names, on no node’s word, and has no default', async () => {
    const limit = { currency: 'ICE', issuer: holder, value: '50' };
    await world.gateway.trustSet('0', { limitAmount: { ...limit, issuer } });
    await world.gateway.trustSet('1', { limitAmount: limit });
    const order = { holder, currency: 'ICE' };
    const line = async () =>
      (await world.gateway.getTrustLines('1')).find(({ currency }) => currency === 'ICE');
    const unnamed = await rejectionOf(world.gateway.freezeToken('1', { ...order, freeze: true }));
    expect(unnamed).toMatchObject({ code: 'INVALID_INPUT', field: 'limit' });
    await world.gateway.freezeToken('1', { ...order, freeze: true, limit: '50' });
    expect(await line()).toMatchObject({ freeze: true, limit: '50' });
    const error = await rejectionOf(world.gateway.freezeToken('1', order as never));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'freeze' });
    expect(await line()).toMatchObject({ freeze: true });
    await world.gateway.freezeToken('1', { ...order, freeze: false, limit: '50' });
    expect(await line()).toMatchObject({ limit: '50' });
    expect((await line())?.freeze ?? false).toBe(false);
  });

  it('A-D7: a trust line can be taken away, and settings reset', async () => {
    const limitAmount = { currency: 'OFF', issuer, value: '1000' };
    const lines = async () =>
      (await world.gateway.getTrustLines('0')).map(({ currency }) => currency);
    await world.gateway.trustSet('0', { limitAmount });
    expect(await lines()).toContain('OFF');
    // The line goes once everything about it is as by default, NoRipple included.
    await world.gateway.trustSet('0', {
      limitAmount: { ...limitAmount, value: '0' },
      flags: { tfSetNoRipple: true },
    });
    expect(await lines()).not.toContain('OFF');
    const configs = {
      tickSize: 5,
      transferRate: 1_100_000_000,
      domain: 'example.com',
      emailHash: 'AB'.repeat(16),
    };
    const options = { idempotencyKey: 'hash' };
    await world.gateway.accountSet('0', { configs }, options);
    const again = { ...configs, emailHash: configs.emailHash.toLowerCase() };
    await world.gateway.accountSet('0', { configs: again }, options);
    const { result } = await world.gateway.accountSet('0', {
      configs: { tickSize: 0, transferRate: 0, domain: '', emailHash: '' },
    });
    const [{ ModifiedNode: node }] = (result.meta.AffectedNodes ?? []) as [
      { ModifiedNode: { FinalFields: object; PreviousFields: object } },
    ];
    expect(node.PreviousFields).toMatchObject({ TickSize: 5, Domain: expect.any(String) });
    for (const name of ['TickSize', 'TransferRate', 'Domain', 'EmailHash']) {
      expect(node.FinalFields).not.toHaveProperty(name);
    }
  });
});

it('A-D7: a transfer rate with a fraction is refused, not cut', async () => {
  const configs = { transferRate: 1_005_000_000.5 };
  expect(await fieldOf((gateway) => gateway.accountSet('0', { configs }))).toBe(
    'configs.transferRate',
  );
});

describe('A-D11: memos', () => {
  const memo = { MemoType: '6E6F7465', MemoData: 'ABCD' };
  const withMemos = (Object.keys(BAD_INPUTS) as BadInputName[]).filter(
    (name) => 'memos' in BAD_INPUTS[name].valid,
  );

  it.each(withMemos)('A-D11: %s takes them in both shapes, and checks them', async (name) => {
    const { valid } = BAD_INPUTS[name];
    const act =
      (memos: unknown): Act =>
      (gateway) =>
        gateway[name]('0', { ...valid, memos } as never);
    const both = [await signedBy(act([memo])), await signedBy(act([{ Memo: memo }]))];
    expect(both.map(({ Memos }) => Memos)).toEqual([[{ Memo: memo }], [{ Memo: memo }]]);
    expect(await fieldOf(act([{ MemoData: 'hello' }]))).toBe('memos[0].MemoData');
    expect(await fieldOf(act([{ Memo: { MemoData: 'hello' } }]))).toBe('memos[0].Memo.MemoData');
  });
});

describe('A-D12: amounts', () => {
  const send =
    (change: object): Act =>
    (gateway) =>
      gateway.tokenTransfer('0', { destination: HOLDER, amount: { ...usd, ...change } });

  it('A-D12: what has no exact form on the ledger is refused before it is signed', async () => {
    for (const value of ['12345678901234567', '1.2345678901234567', '1e5', '1E-5']) {
      expect(await fieldOf(send({ value }))).toBe('amount.value');
    }
    const { Amount } = await signedBy(send({ value: '1234567890.123456' }));
    expect(Amount).toMatchObject({ value: '1234567890.123456' });
  });

  it('A-D12: symbols are currencies, XRP is none', async () => {
    for (const currency of ['$$$', 'a?b', '<|>']) {
      expect((await signedBy(send({ currency }))).Amount).toMatchObject({ currency });
    }
    for (const currency of ['XRP', '0'.repeat(40), `${'0'.repeat(24)}585250${'0'.repeat(10)}`]) {
      expect(await fieldOf(send({ currency }))).toBe('amount.currency');
    }
  });
});

it('A-D13: a credential’s type has 64 bytes at most, and the error says so', async () => {
  const create =
    (bytes: number): Act =>
    (gateway) =>
      gateway.credentialCreate('0', { subject: HOLDER, credentialType: 'AB'.repeat(bytes) });
  expect(await signedBy(create(64))).toMatchObject({ TransactionType: 'CredentialCreate' });
  expect(await fieldOf(create(65))).toBe('credentialType');
  const error = await rejectionOf(create(65)(capture.gateway));
  expect(error).toMatchObject({ message: expect.stringContaining('2 to 128') });
});

describe('A-D14: account settings', () => {
  const set =
    (configs: object): Act =>
    (gateway) =>
      gateway.accountSet('0', { configs });

  it.each(Object.entries(ACCOUNT_SETTINGS))('A-D14: %s has the number %i', async (name, number) => {
    const more = {
      ...(name === 'asfDisableMaster' ? { allowDisableMaster: true } : {}),
      ...(name === 'asfAuthorizedNFTokenMinter' ? { nfTokenMinter: HOLDER } : {}),
    };
    const { SetFlag } = await signedBy(set({ setFlag: { [name]: true }, ...more }));
    expect(SetFlag).toBe(number);
  });

  it('A-D14: nobody pays for what changes nothing, nor loses the account by a slip', async () => {
    expect(await fieldOf(set({ setFlag: { asfNothing: true } }))).toBe(
      'configs.setFlag.asfNothing',
    );
    for (const nothing of [
      {},
      { setFlag: {} },
      { setFlag: { asfRequireDestTag: false }, clearFlag: {} },
      { tfFlags: {} },
      { tfFlags: { tfRequireDestTag: false } },
      { allowDisableMaster: true },
    ]) {
      expect(await fieldOf(set(nothing))).toBe('configs');
    }
    const slip = set({ setFlag: { asfDisableMaster: true } });
    expect(await fieldOf(slip)).toBe('configs.allowDisableMaster');
  });
});

it('A-D16: one of several signatures is over SMT and the signer, not over the single digest', async () => {
  const transaction = { TransactionType: 'AccountSet', Account: HOLDER } as const;
  const prepared = await capture.gateway.prepareMultisigned(transaction, 2);
  await capture.gateway.signMultisigned('0', prepared);
  const [message] = capture.signer.requests.at(-1)?.messages ?? [];
  if (message?.kind !== 'digest' || !message.preimage) throw new Error('No digest was signed.');
  expect(hexOf(message.preimage)).toMatch(/^534D5400/);
  expect(hexOf(message.digest)).toBe(hexOf(sha512Half(message.preimage)));
});

it('A-D17: what is sent is what was signed and shown, and nothing that the codec would change', async () => {
  await capture.gateway.tokenTransfer('0', { destination: HOLDER, amount: usd });
  const { signed, payload, transaction } = capture.take();
  const { TxnSignature: _, ...sent } = transaction.fields;
  expect(sent).toEqual(signed);
  expect(JSON.parse(JSON.stringify(payload))).toEqual(signed);
  const changed = { TransactionType: 'Payment', Destination: HOLDER, Amount: '5' };
  const act: Act = (gateway) => gateway.submit('0', { ...changed, DestinationTag: '4294967297' });
  expect(await fieldOf(act)).toBe('transaction.DestinationTag');
});
