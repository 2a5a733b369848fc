import { expect } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import { rejectionOf } from './rejections.js';

/** Calls that every gateway refuses before it asks anybody: what comes out of broken forms and hostile hands. */

const UNFIT = [null, Number.NaN, 1e21, -1, '5', [], {}, Symbol('5'), new Date(0)];
const MEGABYTE = 'x'.repeat(1_048_576);

/** What no option of these names takes, whatever the chain. */
export const WRONG_OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  idempotencyKey: [null, 5, '', ' ', 'a b', 'ä', 'a\n', 'x'.repeat(129), MEGABYTE, ['a'], {}],
  note: [null, 5, 'x'.repeat(257), MEGABYTE, ['a'], {}],
  signal: [...UNFIT, true, { aborted: false, addEventListener: () => undefined }],
  cancelOnAbort: [...UNFIT, 'true', 1],
  signatureTimeoutMs: [...UNFIT, Number.POSITIVE_INFINITY, 2_592_000_001, 5n],
  laneTimeoutMs: [...UNFIT, Number.POSITIVE_INFINITY, 2_592_000_001, 5n],
  confirmTimeoutMs: [...UNFIT, Number.POSITIVE_INFINITY, 2_592_000_001, 5n],
  approvalWindowSeconds: [...UNFIT, 0, 1.5, 86_401, 60n],
  onExpiry: [...UNFIT, 'retry', '', true],
  newAttempt: [...UNFIT, 0, 1, 2.5, 4, 100, 2n],
  maxAttempts: [...UNFIT, 0, 1.5, 100, 3n],
  onEvent: [...UNFIT, 'console.log', true],
  surprise: [1],
  constructor: [1],
};

/** What no vault account of the custody is called. */
export const WRONG_VAULT_IDS: readonly unknown[] = [
  ...[' 5', '5 ', '05', '5.0', '+5', '-0', '1e3', '0x5', '', ' ', '5\n', '٥', '2147483648'],
  ...[undefined, null, 0, 5, Number.NaN, true, [], ['5'], {}, '__proto__', '../5', MEGABYTE],
];

/** What is no object of options. */
export const WRONG_OPTION_OBJECTS: readonly unknown[] = [
  ...[null, 5, 'fast', [], () => ({})],
  new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('a proxy of the caller’s own');
      },
    },
  ),
];

export { UNFIT };

/** Which field a call was refused for, in few words. */
export async function fieldOf(call: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(call);
  expect(error).toBeInstanceOf(InvalidInputError);
  const { field, message } = error as InvalidInputError;
  expect(message.length).toBeLessThan(400);
  return field;
}

/** Parameters lack none that is required, have none that is unknown, and are an object that can be read. */
export async function expectExactFields(
  call: (params: unknown) => Promise<unknown>,
  valid: object,
  required: readonly string[],
  unreadable: string,
): Promise<void> {
  for (const field of required) {
    expect(await fieldOf(call({ ...valid, [field]: undefined }))).toBe(field);
  }
  expect(await fieldOf(call({ ...valid, more: 1 }))).toBe('more');
  for (const params of [undefined, null, 5, 'all', [], () => valid]) {
    await fieldOf(call(params));
  }
  const throwing = Object.defineProperty({ ...valid }, unreadable, {
    enumerable: true,
    get: () => {
      throw new Error('a getter of the caller’s own');
    },
  });
  expect(await fieldOf(call(throwing))).toBe('params');
}
