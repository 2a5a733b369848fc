import { describe, expect, test } from 'vitest';
import { cutTo, type Kind, type Objects, shapeIn, shapeOf, unlike } from './shapes.js';

const ANSWER = {
  balance: '0x2a',
  nonce: 1,
  tx: { memo: null },
  list: [{ id: 'a' }, { at: 1 }],
};

describe('the shape of an answer', () => {
  test.each<[string, object, string[]]>([
    ['is the same', ANSWER, []],
    ['has fewer fields', { nonce: 5 }, []],
    ['has nothing where there is something', { balance: null, list: [] }, ['balance null']],
    ['has something where there was nothing', { tx: { memo: '0x00' } }, ['tx.memo hexadecimal']],
    ['has more', { ...ANSWER, locked: '0x' }, ['locked']],
    ['has another name', { tx: { memos: null } }, ['tx.memos']],
    ['has another kind', { nonce: '1' }, ['nonce decimal']],
    ['is written otherwise', { balance: '42' }, ['balance decimal']],
    ['has another in a list', { list: [{ id: 'a' }, { by: 1 }] }, ['list[].by']],
  ])('%s', (_, altered, told) => {
    expect(unlike(shapeOf([altered]), shapeOf([ANSWER]))).toEqual(told);
  });

  test.each<[Kind, object, string[]]>([
    ['string', { of: '0x2a' }, []],
    ['string', { of: 'any' }, []],
    ['string', { of: 1 }, ['of number']],
    ['empty', { of: 'any' }, []],
    ['empty', { of: 1 }, ['of number']],
    ['null', { of: 1 }, ['of number']],
    ['text', { of: 1 }, ['of number']],
  ])('is held against what is told of it: %s and %j', (kind, altered, told) => {
    expect(unlike(shapeOf([altered]), shapeIn({ of: kind }))).toEqual(told);
  });

  test('is all that stays of another', () => {
    const like = shapeOf([{ nonce: 1, list: [{ id: 'a' }] }]);
    expect(cutTo(like, ANSWER)).toEqual({ nonce: 1, list: [{ id: 'a' }, { at: 1 }] });
  });

  test('has one place for what is data, and kinds where they are said to be', () => {
    const objects: Objects = { maps: [/^tokens$/], haveKinds: false };
    const known = shapeIn({
      tokens: 'object',
      'tokens{}': 'object',
      'tokens{}.type': 'string',
      'tokens{}.balance': 'string',
    });
    const tokens = { tokens: { 'a::b': { type: 'coin', balance: '1', at: 1 } } };
    expect(unlike(shapeOf([tokens], [], objects), known)).toEqual(['tokens{}.at']);
    expect(cutTo(known, tokens, objects)).toEqual({
      tokens: { 'a::b': { type: 'coin', balance: '1' } },
    });
    expect(unlike(shapeOf([tokens]), known)).toContain('tokens.a::b');
  });
});
