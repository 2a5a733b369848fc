import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  TransactionFailedError,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import { answerLost, fullWhile, saying } from '../support/fake-chain/node.js';
import { readBlob } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

/** A payment that is signed, and that no node has taken. */
async function signedElsewhere(amount = '1') {
  let blob = '';
  const node = world.node.with({
    submit: (_, given) => {
      blob = given;
      return saying('MALFORMED')();
    },
  });
  await rejectionOf(world.run(world.pay({ idempotencyKey: 'K' }, amount, world.another({ node }))));
  const hash = world.told('signed')[0]?.hash ?? '';
  const transaction = readBlob(blob)?.transaction;
  if (!transaction) throw new Error('It was not sent.');
  return { transaction, signed: { blob, hash } };
}

const sent = () => world.ledger.numbersOf(world.address);
const submits = (node = world.node) =>
  node.asked.filter((question) => question === 'submit').length;

describe('what was signed elsewhere', () => {
  test('is sent, and followed to its end', async () => {
    const { transaction, signed } = await signedElsewhere();
    const result = await world.run(world.gateway.deliver(transaction, signed));
    expect(result).toMatchObject({ result: 'DONE', hash: signed.hash });
    expect(sent()).toEqual([1]);
    expect(submits()).toBe(1);
  });

  test('needs no turn: nobody here gives out its number', async () => {
    const { transaction, signed } = await signedElsewhere();
    world.custody.decide = () => 'wait';
    const waiting = world.pay({ idempotencyKey: 'other' }, '2', world.another());
    waiting.catch(() => undefined);
    await world.run(world.gateway.deliver(transaction, signed));
    expect(sent()).toEqual([1]);
  });

  test('is told by the ledger’s result where it failed', async () => {
    const { transaction, signed } = await signedElsewhere('5000000');
    const error = await rejectionOf(world.run(world.gateway.deliver(transaction, signed)));
    expect(error).toBeInstanceOf(TransactionFailedError);
    expect(error).toMatchObject({ resultCode: 'UNFUNDED', transaction: { hash: signed.hash } });
  });

  test('is refused where the node refuses it', async () => {
    const { transaction, signed } = await signedElsewhere();
    world.node.inject('submit', saying('MALFORMED'));
    const error = await rejectionOf(world.run(world.gateway.deliver(transaction, signed)));
    expect(error).toBeInstanceOf(TransactionRefusedError);
  });

  test('is sent again while there is no room', async () => {
    const { transaction, signed } = await signedElsewhere();
    let refusals = 2;
    const node = world.node.with(fullWhile(() => refusals-- > 0));
    await world.run(world.another({ node }).deliver(transaction, signed));
    expect(submits(node)).toBe(3);
    expect(sent()).toEqual([1]);
  });

  test('that may have arrived is looked up before it is sent again', async () => {
    const { transaction, signed } = await signedElsewhere();
    world.node.inject('submit', answerLost);
    await world.run(world.gateway.deliver(transaction, signed));
    expect(submits()).toBe(1);
    expect(sent()).toEqual([1]);
  });

  test('is not over while the ledger does not close, and can be delivered again', async () => {
    const { transaction, signed } = await signedElsewhere();
    world.ledger.pauseClosing();
    const options = { confirmTimeoutMs: 2_000 };
    const error = await rejectionOf(world.run(world.gateway.deliver(transaction, signed, options)));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'pending', transaction: { hash: signed.hash } });
    world.ledger.resumeClosing();
    await world.run(world.gateway.deliver(transaction, signed));
    expect(sent()).toEqual([1]);
  });

  test('is replaced where its number is spent on another', async () => {
    const { transaction, signed } = await signedElsewhere();
    world.payByHand();
    await world.time.pass(5_000);
    const error = await rejectionOf(world.run(world.gateway.deliver(transaction, signed)));
    expect(error).toBeInstanceOf(TransactionReplacedError);
  });
});
