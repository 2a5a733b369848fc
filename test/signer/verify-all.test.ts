import { expect, it } from 'vitest';
import { InvalidSignatureError } from '../../src/signer/index.js';
import { verifyAll } from '../../src/signer/verify.js';
import { digestMessage } from '../support/keys.js';
import { rejectionOf } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';

it('sends nothing that was signed with a key of an algorithm that is not verified', async () => {
  const bytes = rsaKeys('own').publicKey.export({ type: 'spki', format: 'der' });
  const key = { algorithm: 'rsa-sha256', id: '0' } as const;
  const signer = { getPublicKey: async () => ({ algorithm: key.algorithm, bytes }) };
  const signature = { encoding: 'compact', bytes: new Uint8Array(256) } as const;
  const messages = [digestMessage(key, new Uint8Array(32).fill(1))];
  const error = await rejectionOf(verifyAll(signer, messages, [signature], {}));
  expect(error).toBeInstanceOf(InvalidSignatureError);
  expect(error).toMatchObject({ message: expect.stringContaining('rsa-sha256'), retryable: true });
});
