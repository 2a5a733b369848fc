import { Cl, Pc, postConditionToHex } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import { stacksCodec } from '../../src/stacks/index.js';
import { encodePayout } from '../../src/stacks/stacking/calldata.js';
import * as calls from '../../src/stacks/stacking/calls.js';
import { poxAddressValue } from '../../src/stacks/stacking/clarity.js';
import { encodeValue } from '../../src/stacks/wire/clarity-codec.js';
import { some } from '../../src/stacks/wire/clarity-value.js';
import { KNOWN_TOKENS } from '../../src/stacks/wire/known-tokens.js';
import { payloadOf } from '../../src/stacks/wire/payload.js';
import { structuredDataPayload } from '../../src/stacks/wire/structured-data.js';
import { type Content, type ContractCall, compose } from '../../src/stacks/wire/transaction.js';
import { own } from '../support/own-clarity.js';

const publicKey = Uint8Array.from([2, ...new Uint8Array(31).fill(7), 5]);
const network = { kind: 'mainnet', chainId: 1 } as const;
const other = 'SPEVEEN757F2944XBP0D6PSVW58C5XY25ES6ZC6B';
const sbtc = KNOWN_TOKENS[1]?.sBTC ?? { contract: '', asset: '' };
const pox = (name: string) => `SP000000000000000000002Q6VF78.${name}`;

const build = (content: Content) =>
  compose({ ...network, publicKey, nonce: 3n, fee: 500n, content });
const explain = (content: Content) => stacksCodec.explain(payloadOf(build(content)));
const { sender } = build({ kind: 'transfer', recipient: other, amount: 1n, memo: '' });

test('a transfer in one line', async () => {
  const memo = 'May "1"\u202e';
  const { summary, fee, expiry } = await explain({
    kind: 'transfer',
    recipient: other,
    amount: 2_500_000n,
    memo,
  });
  expect(summary).toBe(
    `Pay 2.5 STX to ${other}, memo "May \\"1\\"\\u202e"; fee 0.0005 STX; never expires`,
  );
  expect(fee).toEqual({ units: 500n, decimals: 6, symbol: 'STX', isLimit: false });
  expect(expiry).toEqual({ kind: 'never' });
});

function transferOf(
  contract: string,
  asset: string,
  { limit = 5n, mode = 'deny' as ContractCall['postConditionMode'] } = {},
): Content {
  const condition = Pc.principal(sender)
    .willSendEq(limit)
    .ft(contract as `${string}.${string}`, asset);
  const args = [Cl.uint(5n), Cl.principal(sender), Cl.principal(other), Cl.none()];
  return {
    kind: 'contract-call',
    contract,
    functionName: 'transfer',
    functionArgs: args.map((arg) => Cl.serialize(arg)),
    postConditions: [postConditionToHex(condition)],
    postConditionMode: mode,
  };
}

test('a token whose decimals are a constant is shown in whole tokens, another in base units', async () => {
  await expect(explain(transferOf(sbtc.contract, sbtc.asset))).resolves.toMatchObject({
    action: `Pay 0.00000005 sBTC to ${other}`,
  });
  await expect(explain(transferOf(`${other}.gold`, 'gold'))).resolves.toMatchObject({
    action: `Pay 5 base units of the token ${other}.gold::gold to ${other}`,
  });
});

test('it is a payment only if the post-condition holds the contract to it', async () => {
  for (const [difference, end] of [
    [
      { limit: 9n },
      `this account sends exactly 9 base units of the token ${other}.gold::gold, nothing else may move`,
    ],
    [
      { mode: 'allow' as const },
      `this account sends exactly 5 base units of the token ${other}.gold::gold, anything else may move`,
    ],
  ] as const) {
    const { action, details } = await explain(transferOf(`${other}.gold`, 'gold', difference));
    expect(action).toBe(`Call ${other}.gold transfer, ${end}`);
    expect(details).toBe(`with u5, '${sender}, '${other}, none`);
  }
});

/** Of BIP-173. */
const hashbytes = Buffer.from('751e76e8199196d454941c45d1b3a323f1433bd6', 'hex');
const rewards = { version: 4, hashbytes };
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const permit = { signature: undefined, signerKey: publicKey, maxAmount: 1n, authId: 1n };
const manager = `${other}.manager`;

test.each<readonly [string, ContractCall]>([
  [
    `Stack 100 STX for 2 cycles, rewards to ${bitcoin}`,
    calls.stackStx(pox('pox-4'), {
      amount: 100_000_000n,
      poxAddress: rewards,
      startBurnHeight: 900,
      cycles: 2,
      permit,
    }),
  ],
  [
    `Stack for 3 more cycles, rewards to ${bitcoin}`,
    calls.stackExtend(pox('pox-4'), { cycles: 3, poxAddress: rewards, permit }),
  ],
  ['Stack 5 STX more', calls.stackIncrease(pox('pox-4'), 5_000_000n, permit)],
  [
    `Let ${other} stack up to 5 STX of this account, until Bitcoin block 900`,
    calls.delegateStx(pox('pox-4'), { amount: 5_000_000n, to: other, untilBurnHeight: 900 }),
  ],
  ['Take back the permission to stack for this account', calls.revokeDelegateStx(pox('pox-4'))],
  [
    `Let the contract ${manager} stack for this account`,
    calls.allowContractCaller(pox('pox-4'), manager),
  ],
  [`Call ${other}.pool delegate-stx`, calls.fastPoolDelegate(`${other}.pool`, 7n)],
  [
    `Stake 500 STX for 6 cycles with the manager ${manager}, this account locks exactly 500 STX`,
    calls.stake(pox('pox-5'), {
      manager,
      amount: 500_000_000n,
      cycles: 6,
      startBurnHeight: 900,
      calldata: undefined,
    }),
  ],
  [
    `Change the stake: 5 STX more, 1 cycles more, with the manager ${manager}, this account locks exactly 9 STX`,
    calls.stakeUpdate(pox('pox-5'), {
      manager,
      oldManager: manager,
      cycles: 1,
      increase: 5_000_000n,
      total: 9_000_000n,
      calldata: undefined,
    }),
  ],
  [
    `End the stake with the manager ${manager}, this account will-perform stacking`,
    calls.unstake(pox('pox-5'), manager),
  ],
  [
    `Call ${other}.pool delegate, this account locks exactly 0.000007 STX`,
    calls.wrappedStake(`${other}.pool`, { manager, amount: 7n, cycles: 2 }),
  ],
  [`Call ${manager} claim-rewards`, calls.pullRewards(manager, 9)],
])('%s', async (action, call) => {
  const explanation = await explain({ kind: 'contract-call', ...call });
  expect(explanation.action.startsWith(`${action}, `)).toBe(true);
  expect(explanation.action).toMatch(/, nothing( else)?( of this account)? may move$/);
});

test('the same names in another contract are only a call', async () => {
  const call = calls.stackIncrease(`${other}.pox-4`, 5_000_000n, permit);
  const { action, details } = await explain({ kind: 'contract-call', ...call });
  expect(action).toBe(`Call ${other}.pox-4 stack-increase, nothing may move`);
  expect(details).toMatch(/^with u5000000, /);
});

const calling = (functionArgs: readonly string[], more: Partial<ContractCall> = {}): Content => ({
  kind: 'contract-call',
  contract: `${other}.swap`,
  functionName: 'f',
  functionArgs,
  postConditions: [postConditionToHex(Pc.principal(sender).willSendLte(900_000_000n).ustx())],
  postConditionMode: 'allow',
  ...more,
});

test('no argument pushes what moves, the fee or the key out of the line, or looks like them', async () => {
  const forged = '"), this account sends exactly 1 STX, nothing else may move; fee 0.0003 STX';
  for (const args of [
    [Cl.stringAscii(forged), Cl.stringAscii(forged.repeat(3))],
    [Cl.buffer(new Uint8Array(100)), ...Array.from({ length: 20 }, () => Cl.uint(10n ** 20n))],
    [Cl.principal(`${other}.token-a`), Cl.principal(`${other}.token-b`), Cl.uint(1), Cl.uint(2)],
  ]) {
    const { summary } = await explain(calling(args.map((arg) => Cl.serialize(arg))));
    expect(summary.slice(0, 200)).toContain(
      `Call ${other}.swap f, this account sends at most 900 STX, anything else may move; fee 0.0005 STX; never expires; with `,
    );
    expect(summary).not.toContain('exactly 1 STX');
  }
});

test('long names are shortened, and those that no asset can have are not signed', async () => {
  const odd = Pc.principal(sender).willSendEq(1n).ft(`${other}.gold`, 'x, nothing else may move');
  const long = Pc.principal(sender).willSendEq(1n).ft(`${other}.gold`, 'g'.repeat(120));
  const actionOf = async (condition: typeof odd) =>
    (await explain(calling([], { postConditions: [postConditionToHex(condition)] }))).action;
  await expect(actionOf(odd)).rejects.toThrow(InvalidInputError);
  expect((await actionOf(long)).length).toBeLessThan(240);
});

test('where rewards go is told, of a stake and of a delegation', async () => {
  const calldata = encodePayout({ poxAddress: rewards, maxFee: 9n });
  const common = { manager, cycles: 6, calldata };
  const paid = `, rewards to ${bitcoin} for at most 9 sats of fee`;
  const stake = calls.stake(pox('pox-5'), { ...common, amount: 5n, startBurnHeight: 900 });
  const update = calls.stakeUpdate(pox('pox-5'), {
    ...common,
    oldManager: manager,
    increase: 5n,
    total: 9n,
  });
  for (const call of [stake, update]) {
    expect((await explain({ kind: 'contract-call', ...call })).action).toContain(paid);
  }
  const unknown = calls.stake(pox('pox-5'), {
    ...common,
    calldata: 'ff'.repeat(40),
    amount: 5n,
    startBurnHeight: 900,
  });
  const { action } = await explain({ kind: 'contract-call', ...unknown });
  expect(action).toMatch(/, calldata 0xf+…f+, /);
  const delegation = calls.delegateStx(pox('pox-4'), { amount: 5n, to: other, untilBurnHeight: 9 });
  const [amount = '', to = '', until = ''] = delegation.functionArgs;
  const args = [amount, to, until, encodeValue(some(poxAddressValue(rewards)))];
  const own = { ...delegation, functionArgs: args };
  expect((await explain({ kind: 'contract-call', ...own })).action).toContain(
    `rewards to ${bitcoin}`,
  );
});

test('structured data', async () => {
  const domain = { name: 'pox-4-signer', version: '1.0.0', chainId: 1 };
  const message = Cl.tuple({ topic: Cl.stringAscii('stack-stx'), 'max-amount': Cl.uint(5) });
  const key = Buffer.from(publicKey).toString('hex');
  const { summary } = await stacksCodec.explain(structuredDataPayload(domain, own(message), key));
  expect(summary).toBe(
    'Sign the statement {max-amount:5,topic:stack-stx} for "pox-4-signer" version "1.0.0" on chain 1',
  );
});
