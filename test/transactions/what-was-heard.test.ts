import { describe, expect, test } from 'vitest';
import { attemptOf, isOverdue, membersOf } from '../../src/transactions/life/status.js';
import { built, found, type Heard, heard, type Known, none, recordOf } from '../support/heard.js';

const numbersIn = (facts: Known) => facts.members.map(({ terms }) => terms.number.value);

describe('what was built here', () => {
  test('is not what another call has asked for, once the signer shows that', () => {
    expect(numbersIn(heard(built(1, 5n)))).toEqual([5n]);
    expect(numbersIn(heard(built(1, 5n), found(1)))).toEqual([]);
  });

  test('stays what it is while the signer shows nothing', () => {
    expect(numbersIn(heard(built(1, 5n), none(1)))).toEqual([5n]);
  });

  test('of a request that is known stays when the signer shows it again, or nothing of it', () => {
    const known = [found(1), built(1, 6n)];
    expect(numbersIn(heard(...known, found(1)))).toEqual([6n]);
    expect(numbersIn(heard(...known, none(1)))).toEqual([6n]);
  });

  test('goes with its own attempt’s request alone', () => {
    const first = [found(1), built(1, 6n)];
    expect(numbersIn(heard(...first, built(2, 7n), found(2)))).toEqual([6n]);
    expect(numbersIn(heard(...first, none(2), built(2, 7n), found(1)))).toEqual([6n, 7n]);
  });
});

describe('what the signer has shown', () => {
  const failed: Heard = { kind: 'found', attempt: 1, search: { said: 'failed', error: 'silence' } };
  const searchIn = (facts: Known) => attemptOf(facts, 1)?.search;

  test('is not gone because one answer lacks it; that it failed to say is told', () => {
    expect(searchIn(heard(found(1), none(1)))?.said).toBe('record');
    expect(searchIn(heard(found(1), failed))?.said).toBe('failed');
  });

  test('is not made anew by its list', () => {
    const listed: Heard = { kind: 'listed', attempt: 1, records: [recordOf(1)], isWhole: true };
    const signed = heard(found(1, { state: 'signed' }), listed);
    expect(searchIn(signed)).toMatchObject({ record: { state: 'signed' } });
    expect(searchIn(heard(listed))).toMatchObject({ record: { state: 'pending' } });
    // A refusal that is listed is looked up before it counts, but an error can name the request already.
    const record = recordOf(1, { state: 'rejected' });
    const refused = heard({ kind: 'listed', attempt: 1, records: [record], isWhole: true });
    expect(searchIn(refused)).toBeUndefined();
    expect(attemptOf(refused, 1)).toMatchObject({ custodyId: record.providerId });
  });

  test('of a transfer counts once it was compared with what was asked for', () => {
    const record = recordOf(1, { kind: 'native-transfer', state: 'signed' });
    const listed: Heard = { kind: 'listed', attempt: 1, records: [record], isWhole: true };
    expect(searchIn(heard(listed))).toMatchObject({ record: { state: 'pending' } });
    expect(attemptOf(heard(listed), 1)).toMatchObject({ soughtAt: -1 });
    expect(searchIn(heard(listed, found(1, record)))).toMatchObject({ record });
  });

  test('is to be looked for again once it was asked to give it up', () => {
    const givenUp: Heard = { kind: 'given-up', attempt: 1 };
    const known = attemptOf(heard(found(1), givenUp), 1);
    expect([known?.search?.said, known?.soughtAt]).toEqual(['record', -1]);
    const unknown = attemptOf(heard(none(1), givenUp), 1);
    expect([unknown?.search, unknown?.soughtAt]).toEqual([undefined, 0]);
  });
});

describe('a hash of the custody’s own', () => {
  const hashIn = (facts: Known) => attemptOf(facts, 1)?.hash?.value;
  const asked = (asked: Extract<Heard, { kind: 'asked' }>['asked']): Heard => {
    return { kind: 'asked', attempt: 1, asked, custodyId: undefined };
  };

  test('is known from its record, where that has one', () => {
    expect(hashIn(heard(found(1)))).toBeUndefined();
    expect(hashIn(heard(found(1, { txHash: 'ab' })))).toBe('ab');
  });

  test('is known from a transfer, and from a refusal after one', () => {
    const record = recordOf(1, { kind: 'native-transfer', txHash: 'ab' });
    expect(hashIn(heard(asked({ said: 'transferred', record })))).toBe('ab');
    expect(hashIn(heard(asked({ said: 'rejected', error: 'no', txHash: 'cd' })))).toBe('cd');
    expect(hashIn(heard(asked({ said: 'refused', error: 'no' })))).toBeUndefined();
  });
});

describe('a submission', () => {
  const looked: readonly Heard[] = [
    built(1, 5n),
    { kind: 'look-begun', attempt: 1, member: 0, pauses: 0 },
  ];
  const sent = (state: 'accepted' | 'unclear', again = false): Heard => {
    const submission = { state, code: again ? 'again' : 'first' };
    return { kind: 'sent', attempt: 1, member: 0, submission, startedAt: 0, again };
  };

  test('that is clearly taken leaves what was looked up as it is, and no other does', () => {
    expect(heard(...looked, sent('accepted')).members[0]?.look).toBeDefined();
    expect(heard(...looked, sent('unclear')).members[0]?.look).toBeUndefined();
  });

  test('that is made again counts where it is taken, and otherwise as the first', () => {
    const codeOf = (facts: Known) => facts.members[0]?.sent?.last.code;
    const taken = [...looked, sent('accepted')];
    expect(codeOf(heard(...taken, sent('unclear', true)))).toBe('first');
    expect(codeOf(heard(...taken, sent('accepted', true)))).toBe('again');
  });
});

describe('a transaction is overdue', () => {
  const late = (facts: Known): Known => {
    const time = { ...facts.request.time, monotonic: 1_000_000_000 };
    return { ...facts, request: { ...facts.request, time } };
  };
  const isLate = (facts: Known) => {
    const attempt = attemptOf(facts, 1);
    const [member] = attempt ? membersOf(facts, attempt) : [];
    return attempt && member && isOverdue(facts, attempt, member);
  };

  test('once no clock leaves it time', () => {
    expect(isLate(heard(built(1, 5n, 1_000n)))).toBe(false);
    expect(isLate(late(heard(built(1, 5n, 1_000n))))).toBe(true);
  });

  test('never where it has no end', () => {
    expect(isLate(late(heard(built(1, 5n))))).toBe(false);
  });
});
