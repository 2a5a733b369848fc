import { describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { knownOptions } from '../../src/core/known-options.js';

interface Options {
  readonly url: string;
  readonly retry?: { readonly attempts?: number };
}

function check(options: unknown): void {
  knownOptions(options as Options, { url: 'string', retry: { attempts: 'number' } });
}

class Settings {
  readonly url = 'https://node.example';
}

test('of a call are refused as its input', () => {
  const ofCall = (options: unknown) =>
    knownOptions(options as Options, { url: 'string', retry: 'any' }, InvalidInputError);
  for (const [options, field] of [
    [{ url: 5 }, 'url'],
    [{ idempotencyKey: 'K' }, 'idempotencyKey'],
    [null, 'options'],
  ] as const) {
    expect(() => ofCall(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', field }),
    );
  }
});

describe('options', () => {
  test.each([
    ['plain', { url: 'a', retry: { attempts: 3 } }],
    ['without a prototype', Object.assign(Object.create(null), { url: 'a' })],
    ['of a class', new Settings()],
    ['inherited', Object.create({ url: 'a' })],
    ['left out', {}],
  ])('are taken: %s', (_, options) => {
    expect(() => check(options)).not.toThrow();
  });

  test.each([
    ['a promise that was not awaited', Promise.resolve({ url: 'a' })],
    ['a list', [{ url: 'a' }]],
    ['a text', 'a'],
    ['nothing', null],
  ])('are no object where they are %s', (_, options) => {
    expect(() => check(options)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', setting: 'options' }),
    );
    expect(() => check({ url: 'a', retry: options })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', setting: 'retry' }),
    );
  });

  test('name the one that there is not, and the nearest that there is', () => {
    expect(() => check({ urls: 'a' })).toThrow(/^urls: is no option.*url\b/);
    expect(() => check({ retry: { atempts: 1 } })).toThrow(/^retry\.atempts: .*retry\.attempts/);
  });

  test.each([
    [{ url: 5 }, 'url'],
    [{ retry: { attempts: Number.NaN } }, 'retry.attempts'],
    [{ retry: { attempts: -1 } }, 'retry.attempts'],
  ])('are of their type: %o', (options, setting) => {
    expect(() => check(options)).toThrow(expect.objectContaining({ setting }));
  });
});
