import { Cl, Pc, postConditionToHex } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { contractCallInput } from '../../src/stacks/operations/contract-call.js';
import { contentOf } from '../../src/stacks/wire/content.js';
import { givenInput } from '../../src/stacks/wire/given-input.js';
import { type Content, compose, parseTransaction } from '../../src/stacks/wire/transaction.js';
import { READ, UNREAD } from '../support/clarity/typed-values.js';

const TESTNET = { kind: 'testnet', chainId: 0x80000000 } as const;
const OWN = 'ST000000000000000000002AMW42H';
const call = (more: object) =>
  contractCallInput({ contract: `${OWN}.pox-5`, functionName: 'a', ...more }, TESTNET);

/** What the library writes otherwise than it was given. */
test.each([
  ['letters that are not ASCII', { type: 'ascii', value: 'Łukasz€' }],
  ['half a letter', { type: 'utf8', value: 'a\ud800b' }],
  ['an inexact number', { type: 'uint', value: 2 ** 53 }],
  ['no number', { type: 'uint', value: '' }],
  ['a truth for a number', { type: 'uint', value: true }],
  ['half a byte', { type: 'buffer', value: 'abc' }],
  ['a third part of a name', { type: 'contract', value: `${OWN}.a.b` }],
  ['members that are not its own', { type: 'tuple', value: new Map([['a', Cl.uint(1)]]) }],
  ['an inherited member', { type: 'tuple', value: Object.create({ a: Cl.uint(1) }) }],
  ['a hidden member', { type: 'tuple', value: { a: Cl.uint(1), [Symbol('b')]: Cl.uint(2) } }],
  ['a name that no contract has', { type: 'contract', value: `${OWN}.x, y` }],
  ['two prefixes', '0x0x09'],
  ['a prefix that is none', '0X09'],
  ['such a value in others', Cl.list([Cl.some(Cl.tuple({ a: Cl.stringAscii('Ł') }))])],
])('%s is refused, not changed', (_, value) => {
  expect(() => call({ functionArgs: [value] })).toThrow(InvalidInputError);
});

test.each([
  ['no amount', { ...Pc.principal(OWN).willSendEq(5).ustx(), amount: '' }],
  ['an inexact amount', { ...Pc.principal(OWN).willSendEq(5).ustx(), amount: 2 ** 53 }],
  ['a third part of an address', { ...Pc.origin().willSendEq(5).ustx(), address: `${OWN}.x.y` }],
  ['a third part of an asset', Pc.origin().willSendEq(5).ft(`${OWN}.c`, 't::x')],
])('a post-condition with %s is refused, not changed', (_, condition) => {
  expect(() => call({ postConditions: [condition] })).toThrow(InvalidInputError);
});

const UNREADABLE = 'has a value that is nested too deep, too large, or a list of several types';

test.each(UNREAD)('%s is refused: no node would read it', (_, hex) => {
  expect(() => call({ functionArgs: [hex] })).toThrow(UNREADABLE);
  const condition = Pc.origin().willNotSendAsset().nft(`${OWN}.c::t`, Cl.deserialize(hex));
  expect(() => call({ postConditions: [condition] })).toThrow(UNREADABLE);
});

test.each(READ)('%s is taken', (_, hex) => {
  expect(call({ functionArgs: [hex] })).toMatchObject({ call: { functionArgs: [hex] } });
});

test('whatever the library writes as it was given is taken', () => {
  const functionArgs = [
    ...[Cl.uint(5), Cl.int('-5'), { type: 'uint', value: '7' }, { type: 'uint', value: 7 }],
    ...[Cl.bool(true), Cl.bool(false), Cl.none(), Cl.some(Cl.none()), Cl.ok(Cl.uint(1))],
    ...[Cl.error(Cl.uint(1)), Cl.bufferFromHex('AB'), Cl.bufferFromAscii('text')],
    ...[Cl.principal(OWN), Cl.principal(`${OWN}.a`), Cl.stringAscii('a'), Cl.stringUtf8('Ł😀')],
    ...[Cl.list([Cl.uint(1), Cl.uint(2)]), Cl.tuple({ b: Cl.uint(1), a: Cl.list([]) })],
  ];
  const postConditions = [
    Pc.principal(OWN).willSendEq(5).ustx(),
    Pc.principal(`${OWN}.a`).willSendGte(5n).ft(`${OWN}.c`, 't'),
    Pc.origin().willSendLte('5').ustx(),
    Pc.origin()
      .willSendAsset()
      .nft(`${OWN}.c::t`, Cl.tuple({ id: Cl.uint(1) })),
    Pc.origin().willNotSendAsset().nft(`${OWN}.c::t`, Cl.uint(1)),
  ];
  expect(call({ functionArgs, postConditions })).toMatchObject({
    call: { functionArgs: functionArgs.map((each) => Cl.serialize(each as never)) },
  });
});

const publicKey = Uint8Array.from([2, ...new Uint8Array(31), 1]);
const composed = (content: Content) =>
  compose({ ...TESTNET, publicKey, nonce: 0n, fee: 1n, content });

test('a memo is read back as it was written, a byte order mark too', () => {
  const content = { kind: 'transfer', recipient: OWN, amount: 1n, memo: '\ufeff7' } as const;
  expect(contentOf(composed(content))).toEqual(content);
});

test('a transaction whose memo is no text is not signed: nobody could read it', () => {
  const content = { kind: 'transfer', recipient: OWN, amount: 1n, memo: 'x'.repeat(34) } as const;
  const { hex } = composed(content);
  const bytes = hex.replace(/(?:78){34}$/, 'ff'.repeat(34));
  expect(() => parseTransaction(hex, 'transaction')).not.toThrow();
  expect(() => parseTransaction(bytes, 'transaction')).toThrow(InvalidInputError);
});

const STX = { kind: 'transfer', recipient: OWN, amount: 1n, memo: '' } as const;
const CALL = {
  kind: 'contract-call',
  contract: `${OWN}.a`,
  functionName: 'f',
  functionArgs: ['09'],
  postConditions: [],
  postConditionMode: 'deny',
} as const;

function transferring(changes: { recipient?: string; amount?: bigint }): Content {
  return { ...STX, ...changes };
}

/** A transaction of another wallet, with this argument and this id of an asset. */
function foreign(arg: string, id: string): string {
  const condition = Pc.origin().willNotSendAsset().nft(`${OWN}.c::t`, Cl.uint(1));
  const [before, behind] = postConditionToHex(condition).split(Cl.serialize(Cl.uint(1)));
  const postConditions = [`${before}${id}${behind}`];
  return composed({ ...CALL, functionArgs: [arg], postConditions }).hex;
}

test.each(UNREAD)('a transaction built elsewhere with %s is refused, too', (_, hex) => {
  expect(() => givenInput(foreign(hex, '09'), TESTNET)).toThrow(UNREADABLE);
  expect(() => givenInput(foreign('09', hex), TESTNET)).toThrow(UNREADABLE);
});

test.each(READ)('a transaction built elsewhere with %s is taken', (_, hex) => {
  const given = foreign(hex, '09');
  expect(givenInput(given, TESTNET)).toMatchObject({ hex: given });
});

const ELSEWHERE = 'SP000000000000000000002Q6VF78';
const SEVERAL_KEYS = 'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G';

test.each([
  ['transaction.recipient', transferring({ recipient: ELSEWHERE })],
  ['transaction.recipient', transferring({ recipient: SEVERAL_KEYS })],
  ['transaction.recipient', transferring({ recipient: `${ELSEWHERE}.pox` })],
  ['transaction.recipient', transferring({ recipient: composed(STX).sender })],
  ['transaction.amount', transferring({ amount: 0n })],
  ['transaction.contract', { ...CALL, contract: `${ELSEWHERE}.pox` }],
])('a transaction built elsewhere is refused for its %s: every node would', (field, content) => {
  const { hex } = composed(content);
  expect(() => parseTransaction(hex, 'transaction')).not.toThrow();
  expect(() => givenInput(hex, TESTNET)).toThrow(expect.objectContaining({ field }));
});

test('a transaction built elsewhere for a contract, or of a contract, is taken', () => {
  for (const content of [transferring({ recipient: `${OWN}.a` }), CALL]) {
    const { hex } = composed(content);
    expect(givenInput(hex, TESTNET).hex).toBe(hex);
  }
});

test.each([
  ['members in another order', `0c00000002${'016203'}${'016104'}`],
  ['a contract with a name that none has', `06${'1a'}${'00'.repeat(20)}08${'782c202753502e79'}`],
  ['a contract without a name', `06${'1a'}${'00'.repeat(20)}00`],
])('a transaction with %s is not signed: no node reads it', (_, arg) => {
  const { hex } = composed(CALL);
  expect(() => parseTransaction(hex, 'transaction')).not.toThrow();
  const other = hex.replace(/09$/, arg);
  expect(() => parseTransaction(other, 'transaction')).toThrow(InvalidInputError);
});

test('bytes of a value in another order of its members are taken, in the chain’s order', () => {
  const [b, a] = ['016203', '016104'];
  const given = call({ functionArgs: [`0x0c00000002${b}${a}`] });
  expect(given).toMatchObject({ call: { functionArgs: [`0c00000002${a}${b}`] } });
});
