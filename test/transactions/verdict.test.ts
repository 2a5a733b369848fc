import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransactionStatus } from '../../src/transactions/index.js';
import { areAtOdds, numberOn, verdictOn } from '../../src/transactions/life/verdict.js';

const SAID = {
  confirmed: { state: 'confirmed', hash: 'ours', result: 'paid' },
  failed: { state: 'failed', hash: 'ours', code: 'tecNO', result: 'not paid' },
  // Under the hash that another signature gave it.
  otherwise: { state: 'confirmed', hash: 'ours, signed anew', result: 'paid' },
  // With what came of it.
  paid: { state: 'confirmed', hash: 'ours', result: 'paid 7', particulars: 'delivered 7' },
  paidLess: { state: 'confirmed', hash: 'ours', result: 'paid 1', particulars: 'delivered 1' },
  failedElsewise: { state: 'failed', hash: 'ours', code: 'tecOTHER', result: 'not paid' },
  replaced: { state: 'replaced', by: 'a rival' },
  expired: { state: 'expired' },
  overtaken: { state: 'expired', by: 'a rival' },
  behind: { state: 'open', seen: false },
  waiting: { state: 'open', seen: true },
  dropped: { state: 'open', seen: true, dropped: 'it forgot' },
  pruned: { state: 'unknown', reason: 'pruned' },
  down: { state: 'unknown', reason: 'no answer' },
} as const satisfies Record<string, TransactionStatus<string>>;
type Said = keyof typeof SAID;

const NAMES = Object.keys(SAID) as Said[];
const statements = (said: readonly Said[]) =>
  said.map((name, index) => ({ operator: `op-${index}`, status: SAID[name] }));
const verdict = (said: readonly Said[], agree: number, all: number) =>
  verdictOn(statements(said), agree, said.length === all);

/** What operators say, in the order in which they answer; how many there are; what is told then. */
describe('with two operators, who must agree', () => {
  it.each<[Said[], object | undefined]>([
    [['confirmed'], undefined],
    [['confirmed', 'confirmed'], SAID.confirmed],
    [['failed', 'failed'], SAID.failed],
    [['replaced', 'replaced'], SAID.replaced],
    [['expired', 'expired'], SAID.expired],
    [['overtaken', 'overtaken'], SAID.overtaken],
    // Who spent it is told only if both say so.
    [['overtaken', 'expired'], { state: 'expired', by: undefined }],
    // One is behind: the other's word makes it seen, and no more.
    [['confirmed', 'behind'], { state: 'open', seen: true }],
    [['behind', 'confirmed'], { state: 'open', seen: true }],
    [['expired', 'behind'], SAID.behind],
    [['replaced', 'waiting'], SAID.waiting],
    [['behind', 'behind'], SAID.behind],
    [['behind', 'waiting'], SAID.waiting],
    [['failed', 'behind'], { state: 'open', seen: true }],
    [['dropped', 'waiting'], { ...SAID.waiting, dropped: undefined }],
    [['dropped', 'dropped'], SAID.dropped],
    [['behind', 'down'], SAID.behind],
    // One no longer knows, or does not answer: the other is not enough.
    [['confirmed', 'pruned'], { state: 'unknown' }],
    [['expired', 'down'], { state: 'unknown' }],
    [['pruned', 'down'], { state: 'unknown' }],
    // One lies.
    [['confirmed', 'expired'], { state: 'unknown' }],
    [['replaced', 'confirmed'], { state: 'unknown' }],
    [['confirmed', 'otherwise'], { state: 'unknown' }],
    // One lies of what came of it.
    [['paidLess', 'paid'], { state: 'unknown' }],
    [['failedElsewise', 'failed'], { state: 'unknown' }],
  ])('who say %j', (said, told) => {
    const found = verdict(said, 2, 2);
    if (told === undefined) expect(found).toBeUndefined();
    else expect({ by: undefined, dropped: undefined, ...found }).toMatchObject(told);
  });
});

describe('with three operators, of whom two must agree', () => {
  it.each<[Said[], object | undefined]>([
    // The third is not waited for.
    [['confirmed', 'confirmed'], SAID.confirmed],
    [['behind', 'behind'], SAID.behind],
    [['confirmed', 'behind'], undefined],
    [['down', 'pruned'], undefined],
    // One is behind, pruned, down: neither money nor time is lost.
    [['behind', 'confirmed', 'confirmed'], SAID.confirmed],
    [['expired', 'pruned', 'expired'], SAID.expired],
    [['down', 'replaced', 'replaced'], SAID.replaced],
    // One lies: the same.
    [['expired', 'confirmed', 'confirmed'], SAID.confirmed],
    [['confirmed', 'expired', 'expired'], SAID.expired],
    [['replaced', 'behind', 'behind'], SAID.behind],
    [['paidLess', 'paid', 'paid'], SAID.paid],
    [['failedElsewise', 'failed', 'failed'], SAID.failed],
    // One lies, and one can't be asked.
    [['expired', 'confirmed', 'down'], { state: 'unknown' }],
    [['expired', 'confirmed', 'behind'], { state: 'unknown' }],
    [['expired', 'confirmed', 'replaced'], { state: 'unknown' }],
    // Two lie: nothing helps.
    [['expired', 'expired', 'confirmed'], SAID.expired],
  ])('who say %j', (said, told) => {
    const found = verdict(said, 2, 3);
    if (told === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(told);
  });

  it('names everybody and what each says, where nothing can be told', () => {
    expect(verdict(['expired', 'confirmed', 'down'], 2, 3)).toEqual({
      state: 'unknown',
      reason:
        'the operators contradict each other (op-0: expired; op-1: confirmed, ours; op-2: no answer)',
    });
    expect(verdict(['replaced', 'down', 'pruned'], 2, 3)).toEqual({
      state: 'unknown',
      reason:
        'fewer than 2 operators say the same (op-0: replaced by a rival; op-1: no answer; op-2: pruned)',
    });
  });

  it('calls those at odds who can’t both be right', () => {
    expect(areAtOdds(statements(['confirmed', 'expired', 'down']))).toBe(true);
    expect(areAtOdds(statements(['confirmed', 'confirmed', 'behind']))).toBe(false);
    expect(areAtOdds(statements(['confirmed', 'otherwise']))).toBe(true);
    expect(areAtOdds(statements(['overtaken', 'expired']))).toBe(false);
  });
});

describe('with four operators, of whom two must agree', () => {
  it.each<[Said[], object]>([
    [['expired', 'confirmed', 'behind', 'behind'], { state: 'open', seen: true }],
    [['confirmed', 'expired', 'expired', 'confirmed'], { state: 'unknown' }],
    [['otherwise', 'confirmed', 'confirmed', 'otherwise'], { state: 'unknown' }],
    [['confirmed', 'behind', 'behind', 'confirmed'], SAID.confirmed],
  ])('who say %j', (said, told) => {
    expect(verdict(said, 2, 4)).toMatchObject(told);
  });
});

describe('whatever operators say', () => {
  const some = fc
    .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 6 })
    .chain((said) => fc.tuple(fc.constant(said), fc.integer({ min: 1, max: said.length })));
  const isFinal = (status: TransactionStatus<string> | undefined) =>
    status !== undefined && status.state !== 'open' && status.state !== 'unknown';
  const hashIn = (status: object | undefined) =>
    status && 'hash' in status ? status.hash : undefined;
  const resultIn = (status: object | undefined) =>
    status && 'result' in status ? status.result : undefined;
  const codeIn = (status: object | undefined) =>
    status && 'code' in status ? status.code : undefined;
  const saysSame = (one: TransactionStatus<string>, other: TransactionStatus<string> | undefined) =>
    one.state === other?.state &&
    hashIn(one) === hashIn(other) &&
    resultIn(one) === resultIn(other) &&
    codeIn(one) === codeIn(other);

  it('nothing final is told that fewer say than must agree', () => {
    fc.assert(
      fc.property(some, fc.boolean(), ([said, agree], areAll) => {
        const told = verdictOn(statements(said), agree, areAll);
        const same = said.filter((name) => saysSame(SAID[name], told));
        expect(isFinal(told) && same.length < agree).toBe(false);
      }),
    );
  });

  it('something is told once all have said it, in whatever order', () => {
    fc.assert(
      fc.property(some, ([said, agree]) => {
        const told = verdictOn(statements(said), agree, true);
        expect(told).toBeDefined();
        const turned = verdictOn(statements([...said].reverse()), agree, true);
        expect(turned?.state).toBe(told?.state);
      }),
    );
  });

  it('what is told as final before all have said it is not contradicted by fewer than must agree', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...NAMES), ([said, agree], more) => {
        const told = verdictOn(statements(said), agree, false);
        fc.pre(isFinal(told) && agree > 1);
        const after = verdictOn(statements([...said, more]), agree, true);
        const others = said.filter((name) => !saysSame(SAID[name], told)).length + 1;
        if (others < agree) expect(after?.state).toBe(told?.state);
      }),
    );
  });
});

describe('the number that operators give', () => {
  it.each<[bigint[], number, bigint | undefined]>([
    [[7n], 1, 7n],
    [[7n, 7n], 2, 7n],
    [[8n, 7n, 7n], 2, 7n],
    [[7n, 7n, 8n], 2, 7n],
    [[7n, 7n, 7n], 2, 7n],
    [[], 1, undefined],
    [[7n], 2, undefined],
    [[8n, 7n], 2, undefined],
    [[8n, 7n, 9n], 2, undefined],
    [[8n, 7n], 1, undefined],
    [[8n, 7n, 8n, 7n], 2, undefined],
    [[8n, 7n, 8n, 7n, 7n], 3, 7n],
  ])('of %s, where %i must agree, is %s', (given, agree, number) => {
    expect(numberOn(given, agree)).toBe(number);
  });
});
