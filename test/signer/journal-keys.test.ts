import { describe, expect, it } from 'vitest';
import { happenedOf, isGatewayError } from '../../src/index.js';
import { JournalError, withJournal } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { ForgetfulSigner, processOn, requestFor } from '../support/journal.js';
import { rejectionOf } from '../support/rejections.js';

describe('a request with a key that can not be one', () => {
  it.each([undefined, null, 7, {}, '', 'a/b', 'a b', 'a'.repeat(65)])(
    'is refused before the journal has it, and stops no other: %j',
    async (idempotencyKey) => {
      const store = memoryStore();
      const { messages } = requestFor('none', 3);
      const signer = withJournal(new ForgetfulSigner(), store);
      const error = await rejectionOf(signer.sign({ idempotencyKey, messages } as never));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'idempotencyKey' });
      await expect(processOn(store).sign(requestFor('good', 1))).resolves.toHaveLength(1);
    },
  );
});

it('a journal without a store is refused at once', () => {
  expect(() => withJournal(new ForgetfulSigner(), undefined as never)).toThrow(/^store: /);
});

it('what the journal can not read may be signed: it is no refusal', () => {
  const error = new JournalError('it holds text that is not JSON').about({
    idempotencyKey: 'K',
    requestId: 'cg-1',
  });
  expect(error.retryable).toBe(true);
  expect(isGatewayError(error) && happenedOf(error)).toBe('maybe');
});
