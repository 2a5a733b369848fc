import { expect, it } from 'vitest';
import { GatewayError } from '../../src/core/errors.js';
import { happenedOf } from '../../src/core/known-error.js';
import { errorResponse } from '../../src/http/error-response.js';

it('a code of another version says nothing about what happened', async () => {
  const code = 'SOMETHING_NEW' as 'CONFIGURATION';
  const error = new GatewayError(code, 'It is new.', { retryable: true });
  expect(happenedOf(error)).toBe('maybe');
  const response = errorResponse(error);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ happened: 'maybe' });
});
