import { describe, expect, it } from 'vitest';
import { agreed, grouped, operatorOf } from '../../src/core/operators.js';

const of = (url: string, named?: unknown) => operatorOf(url, named, 'network.url');

describe('who runs an endpoint', () => {
  it.each([
    ['https://xrplcluster.com', 'xrplcluster.com'],
    ['https://xrpl.ws/', 'xrplcluster.com'],
    ['https://s1.ripple.com:51234/', 'ripple.com'],
    ['https://s2.ripple.com:51234/?key=1', 'ripple.com'],
    ['https://s.altnet.rippletest.net:51234', 'ripple.com'],
    ['https://api.hiro.so', 'hiro.so'],
    ['https://stacks-node-api.mainnet.stacks.co', 'hiro.so'],
    ['https://NODE.Example.com./v1', 'example.com'],
    // Coarser than the truth, never finer.
    ['https://nodes.first.co.uk', 'co.uk'],
    ['http://localhost:8080', 'localhost'],
    ['http://127.0.0.1:8081/v1', 'localhost'],
    ['http://[::1]:8082', 'localhost'],
    ['https://192.0.2.7', '192.0.2.7'],
    ['https://192.0.2.8:99', '192.0.2.8'],
    ['https://[2001:db8::1]', '[2001:db8::1]'],
  ])('of %s is %s', (url, operator) => {
    expect(of(url)).toBe(operator);
  });

  it('is whoever its user says', () => {
    expect(of('https://nodes.first.co.uk', 'First Ltd')).toBe('First Ltd');
    for (const wrong of ['', ' ', 5, null, {}]) {
      expect(() => of('https://a.example', wrong)).toThrow(
        expect.objectContaining({ code: 'CONFIGURATION', setting: 'network.url.operator' }),
      );
    }
  });

  it('keeps what is of one together, in the order in which it came', () => {
    const all = ['a', 'b', 'a'].map((operator, at) => ({ operator, at }));
    expect(
      [...grouped(all, ({ operator }) => operator)].map(([name, own]) => [
        name,
        own.map(({ at }) => at),
      ]),
    ).toEqual([
      ['a', [0, 2]],
      ['b', [1]],
    ]);
  });
});

describe('operators who do not agree', () => {
  it('are shown with the beginning of what each says', async () => {
    const long = '7'.repeat(1_000);
    const asked = agreed<unknown>('stacks', 2, [
      ['a', async () => 6],
      ['b', async () => long],
    ]);
    await expect(asked).rejects.toThrow(`say the same: 6 (a) and ${'7'.repeat(256)} (b)`);
  });
});
