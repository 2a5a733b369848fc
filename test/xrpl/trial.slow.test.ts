import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import {
  type TransactionEvent,
  TransactionWouldFailError,
  type XrplGatewayOptions,
  XrplNodeError,
  type XrplTransactionOptions,
} from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { VirtualTime } from '../support/virtual-time.js';
import { newWorld, type World } from '../support/world.js';
import { Capture } from './support/capture.js';

const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
const usd = { currency: 'USD', issuer: ISSUER, value: '1' };

let time: VirtualTime;

type Warning = Extract<TransactionEvent, { type: 'would-fail' }>;

async function start(options: Partial<XrplGatewayOptions> = {}) {
  const warnings: Warning[] = [];
  const onEvent = (event: TransactionEvent) => {
    if (event.type === 'would-fail') warnings.push(event);
  };
  const capture = await Capture.start({ onEvent, ...options });
  const { gateway, node, signer } = capture;
  const answer = (engine_result: string, engine_result_message = 'in words') =>
    node.on('simulate', () => ({ engine_result, engine_result_message, applied: false }));
  const pay = (given: XrplTransactionOptions = {}) =>
    time.run(gateway.xrpTransfer('0', { destination: HOLDER, amount: '5' }, given));
  const transfer = (given: XrplTransactionOptions = {}) =>
    time.run(gateway.tokenTransfer('0', { destination: HOLDER, amount: usd }, given));
  return { ...capture, gateway, node, signer, warnings, answer, pay, transfer };
}

describe('a transaction is tried beside the other reads', () => {
  beforeEach(() => {
    time = new VirtualTime();
  });
  afterEach(() => time.end());

  it('with its number and its fee left to the node, and the vault’s key', async () => {
    const { gateway, node, address, publicKey } = await start();
    const fields = { TransactionType: 'AccountSet', Domain: '6578', Fee: '20' };
    await time.run(gateway.submit('0', fields));
    expect(node.paramsOf('simulate')).toEqual([
      {
        tx_json: {
          TransactionType: 'AccountSet',
          Domain: '6578',
          Account: address,
          SigningPubKey: publicKey,
        },
      },
    ]);
    expect(node.requests.findIndex(({ command }) => command === 'simulate')).toBeLessThan(4);
  });

  it('with the network’s id where transactions carry it', async () => {
    const network = { url: 'https://xrpl.invalid', networkId: 2_000 };
    const { node, pay } = await start({ network });
    node.networkId = 2_000;
    await pay();
    expect(node.paramsOf('simulate')).toMatchObject([{ tx_json: { NetworkID: 2_000 } }]);
  });

  it('and nothing is said of what would succeed', async () => {
    const { pay, warnings, signer } = await start();
    await pay();
    expect(warnings).toEqual([]);
    expect(signer.requests).toHaveLength(1);
  });

  it.each([
    'tecUNFUNDED_PAYMENT',
    'temBAD_AMOUNT',
    'tefBAD_AUTH',
    'terNO_LINE',
    'telNO_DST_PARTIAL',
  ])('%s is told in an event, and people are asked all the same', async (code) => {
    const { answer, pay, warnings, signer } = await start();
    answer(code, 'as the node has it');
    await pay({ idempotencyKey: 'warned' });
    expect(warnings).toMatchObject([
      { resultCode: code, reason: 'as the node has it', idempotencyKey: 'warned' },
    ]);
    expect(signer.requests).toHaveLength(1);
  });

  it('what fails the node’s local checks is told as such', async () => {
    const { node, pay, warnings } = await start();
    node.on('simulate', () => {
      throw new XrplNodeError('invalidTransaction', undefined);
    });
    await pay();
    expect(warnings).toMatchObject([{ resultCode: 'invalidTransaction' }]);
  });

  it.each(['off', 'warn', 'refuse'] as const)('as the gateway says: %s', async (trial) => {
    const { answer, pay, warnings, signer, node } = await start({ trial });
    answer('tecNO_DST');
    const ended = await pay().then(
      () => 'done',
      (error) => error.code,
    );
    expect(ended).toBe(trial === 'refuse' ? 'SIMULATION_FAILED' : 'done');
    expect(warnings).toHaveLength(trial === 'warn' ? 1 : 0);
    expect(node.paramsOf('simulate')).toHaveLength(trial === 'off' ? 0 : 1);
    expect(signer.requests).toHaveLength(trial === 'refuse' ? 0 : 1);
  });

  it('and the call’s word counts more', async () => {
    const { answer, pay, node } = await start({ trial: 'refuse' });
    answer('tecNO_DST');
    await expect(pay({ trial: 'off' })).resolves.toBeDefined();
    expect(node.paramsOf('simulate')).toEqual([]);
  });
});

describe('refuse', () => {
  beforeEach(() => {
    time = new VirtualTime();
  });
  afterEach(() => time.end());

  it.each([
    'temBAD_AMOUNT',
    'temDISABLED',
    'tecNO_DST',
    'tecNO_DST_INSUF_XRP',
    'tecNO_LINE',
    'tecPATH_DRY',
    'tecUNFUNDED',
    'tecUNFUNDED_PAYMENT',
    'tecNO_AUTH',
    'tecFROZEN',
    'tecLOCKED',
    'tecNO_PERMISSION',
    'tecDST_TAG_NEEDED',
    'tecINSUFFICIENT_RESERVE',
  ])('ends at %s, and nobody is asked', async (code) => {
    const { answer, pay, signer, node } = await start();
    answer(code, 'as the node has it');
    const error = await rejectionOf(pay({ trial: 'refuse', idempotencyKey: 'poor' }));
    expect(error).toBeInstanceOf(TransactionWouldFailError);
    expect(error).toMatchObject({
      code: 'SIMULATION_FAILED',
      resultCode: code,
      retryable: false,
      message: expect.stringContaining('as the node has it'),
      transaction: { idempotencyKey: 'poor' },
    });
    expect(signer.requests).toEqual([]);
    expect(node.sent).toEqual([]);
    // Its key has begun nothing, and its number is the next one’s.
    answer('tesSUCCESS');
    await pay({ trial: 'refuse', idempotencyKey: 'poor' });
    expect(node.sent.map(({ fields }) => fields.Sequence)).toEqual([node.firstSequence]);
  });

  it.each([
    'tecPATH_PARTIAL',
    'tecKILLED',
    'tecEXPIRED',
    'tefBAD_AUTH',
    'terNO_LINE',
    'tecINTERNAL',
  ])('does not end at %s, which may change by itself', async (code) => {
    const { answer, pay, warnings, signer } = await start();
    answer(code);
    await pay({ trial: 'refuse' });
    expect(warnings).toMatchObject([{ resultCode: code }]);
    expect(signer.requests).toHaveLength(1);
  });
});

describe('what others could act on is tried where a call asks for it, and only there', () => {
  beforeEach(() => {
    time = new VirtualTime();
  });
  afterEach(() => time.end());

  const eur = { ...usd, currency: 'EUR' };
  const calls: readonly (readonly [
    string,
    (g: Capture['gateway'], o: object) => Promise<unknown>,
  ])[] = [
    ['an offer', (g, o) => g.offerCreate('0', { sellAmount: '5', buyAmount: usd }, o)],
    [
      'a payment across currencies',
      (g, o) => g.crossCurrencyPayment('0', { destination: HOLDER, amount: usd, sendMax: '5' }, o),
    ],
    [
      'one from another token',
      (g, o) => g.tokenTransfer('0', { destination: HOLDER, amount: usd, sendMax: eur }, o),
    ],
    [
      'one along paths',
      (g, o) =>
        g.tokenTransfer(
          '0',
          { destination: HOLDER, amount: usd, paths: [[{ currency: 'XRP' }]] },
          o,
        ),
    ],
    [
      'an offer of an NFT',
      (g, o) =>
        g.submit(
          '0',
          { TransactionType: 'NFTokenAcceptOffer', NFTokenBuyOffer: 'AB'.repeat(32) },
          o,
        ),
    ],
  ];

  it.each(calls)('%s', async (_, call) => {
    const { gateway, node } = await start({ trial: 'warn' });
    // What becomes of it is of no interest here.
    node.on('submit', () => ({ engine_result: 'temDISABLED' }));
    await rejectionOf(time.run(call(gateway, {})));
    expect(node.paramsOf('simulate')).toEqual([]);
    await rejectionOf(time.run(call(gateway, { trial: 'warn' })));
    expect(node.paramsOf('simulate')).toHaveLength(1);
  });

  it('a token with a transfer fee, which is no exchange, is tried', async () => {
    const { gateway, node } = await start();
    const sendMax = { ...usd, value: '1.01' };
    await time.run(gateway.tokenTransfer('0', { destination: HOLDER, amount: usd, sendMax }));
    expect(node.paramsOf('simulate')).toHaveLength(1);
  });

  it('nor are a batch’s members, which build on each other, nor what the gateway makes by itself', async () => {
    const { gateway, node } = await start();
    const entries = [{ TransactionType: 'AccountSet' }];
    await time.run(gateway.submitBatch('0', entries));
    expect(node.paramsOf('simulate')).toEqual([]);
    const error = await rejectionOf(gateway.submitBatch('0', entries, { trial: 'warn' } as object));
    expect(error).toBeInstanceOf(InvalidInputError);
  });
});

describe('no verdict', () => {
  beforeEach(() => {
    time = new VirtualTime();
  });
  afterEach(() => time.end());

  const failing = (error: string) => () => {
    throw new XrplNodeError(error, undefined);
  };
  const silent: readonly (readonly [string, () => unknown])[] = [
    ['telCAN_NOT_QUEUE', () => ({ engine_result: 'telCAN_NOT_QUEUE' })],
    ['telCAN_NOT_QUEUE_FULL', () => ({ engine_result: 'telCAN_NOT_QUEUE_FULL' })],
    ['unknownCmd', failing('unknownCmd')],
    ['notImpl', failing('notImpl')],
    ['slowDown', failing('slowDown')],
    ['an answer that is none', () => ({})],
    ['silence', () => new Promise(() => undefined)],
  ];

  it.each(silent)('is %s, whatever the mode', async (_, answer) => {
    const { node, pay, warnings, signer } = await start();
    node.on('simulate', answer);
    for (const trial of ['warn', 'refuse'] as const) await pay({ trial });
    expect(warnings).toEqual([]);
    expect(signer.requests).toHaveLength(2);
  });

  it('then the ledger is read, beside the trial once the node is known to make none', async () => {
    const { node, pay } = await start();
    node.on('simulate', failing('unknownCmd'));
    await pay();
    node.requests.length = 0;
    const before: string[] = [];
    node.on('deposit_authorized', () => {
      before.push(...node.requests.map(({ command }) => command));
      return { deposit_authorized: true };
    });
    let isAsked = false;
    node.on('simulate', () => {
      isAsked = true;
      throw new XrplNodeError('unknownCmd', undefined);
    });
    await pay();
    expect(isAsked).toBe(true);
    // In the same round as the account and the fee.
    expect(before).toContain('fee');
    expect(before).not.toContain('submit');
    expect(node.requests.slice(0, 8).map(({ command }) => command)).toContain('deposit_authorized');
  });

  it('and a call that is aborted ends at once', async () => {
    const { node, gateway, signer } = await start();
    node.on('simulate', () => new Promise(() => undefined));
    const controller = new AbortController();
    const call = rejectionOf(
      gateway.xrpTransfer('0', { destination: HOLDER, amount: '5' }, { signal: controller.signal }),
    );
    await time.until(() => node.paramsOf('simulate').length > 0);
    controller.abort();
    expect(await time.run(call)).toMatchObject({ code: 'ABORTED' });
    expect(signer.requests).toEqual([]);
  });
});

describe('what reading the ledger tells without a trial', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld({ funded: ['0', '1', '2'] });
    world.sandbox.inject({
      server: 'xrpl',
      command: 'simulate',
      times: 1_000,
      effect: { kind: 'rpc-error', error: 'unknownCmd' },
    });
    await world.gateway.accountSet('2', { configs: { setFlag: { asfDepositAuth: true } } });
    await world.gateway.trustSet('0', { limitAmount: token('USD') });
    await world.gateway.tokenTransfer('1', { destination: of('0'), amount: token('USD') });
  });
  afterAll(() => world.stop());

  const of = (vault: string) => world.sandbox.custody.addressOf(vault, 'XRP_TEST');
  const token = (currency: string) => ({ currency, issuer: of('1'), value: '5' });
  const refused = async (call: Promise<unknown>) => {
    const error = await rejectionOf(call);
    expect(error).toBeInstanceOf(TransactionWouldFailError);
    return error;
  };
  const trial = 'refuse';

  it('a destination that nobody has funded, and that gets less than it must keep', async () => {
    const pay = (amount: string, options = {}) =>
      world.gateway.xrpTransfer(
        '0',
        { destination: of('9'), amount },
        { native: false, ...options },
      );
    expect(await refused(pay('0.5', { trial }))).toMatchObject({
      resultCode: 'tecNO_DST_INSUF_XRP',
      message: expect.stringContaining('1000000 drops'),
    });
    await expect(pay('2', { trial })).resolves.toHaveProperty('receipt');
  });

  it('a destination that takes payments only from accounts that it has authorised', async () => {
    const pay = (amount: string) =>
      world.gateway.xrpTransfer('0', { destination: of('2'), amount }, { native: false, trial });
    expect(await refused(pay('5'))).toMatchObject({ resultCode: 'tecNO_PERMISSION' });
  });

  it('a token for a destination that is not there', async () => {
    const call = world.gateway.tokenTransfer(
      '0',
      { destination: of('8'), amount: token('USD') },
      { trial },
    );
    expect(await refused(call)).toMatchObject({ resultCode: 'tecNO_DST' });
  });

  it('a token for which the destination has no trust line', async () => {
    await world.gateway.accountSet('2', { configs: { clearFlag: { asfDepositAuth: true } } });
    const call = world.gateway.tokenTransfer(
      '0',
      { destination: of('2'), amount: token('USD') },
      { trial },
    );
    expect(await refused(call)).toMatchObject({
      resultCode: 'tecPATH_DRY',
      message: expect.stringContaining('the destination has no trust line'),
    });
  });

  it('a token for which the account has none', async () => {
    const call = world.gateway.tokenTransfer(
      '0',
      { destination: of('1'), amount: token('EUR') },
      { trial },
    );
    expect(await refused(call)).toMatchObject({
      resultCode: 'tecPATH_DRY',
      message: expect.stringContaining('the account has no trust line'),
    });
  });

  it('and nothing of what can be paid', async () => {
    const pays = [
      world.gateway.tokenTransfer('0', { destination: of('1'), amount: token('USD') }, { trial }),
      world.gateway.xrpTransfer(
        '0',
        { destination: of('1'), amount: '5' },
        { native: false, trial },
      ),
    ];
    await expect(Promise.all(pays)).resolves.toHaveLength(2);
  });
});

describe('on the sandbox’s own node', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld();
  });
  afterAll(() => world.stop());
  const of = (vault: string) => world.sandbox.custody.addressOf(vault, 'XRP_TEST');

  it('refuse spares an approval, and warn tells of it', async () => {
    const amount = { currency: 'USD', issuer: of('1'), value: '5' };
    const pay = (options: XrplTransactionOptions) =>
      world.gateway.tokenTransfer('0', { destination: of('1'), amount }, options);
    const asked = () => world.sandbox.custody.transactions.length;
    const error = await rejectionOf(pay({ trial: 'refuse' }));
    expect(error).toMatchObject({ resultCode: 'tecPATH_DRY' });
    expect(asked()).toBe(0);
    await rejectionOf(pay({}));
    expect(asked()).toBe(1);
    expect(world.events).toContainEqual(
      expect.objectContaining({ type: 'would-fail', resultCode: 'tecPATH_DRY' }),
    );
  });
});
