import { expect, it } from 'vitest';
import { throwIfAborted } from '../../src/core/clock.js';
import { RequestSigner } from '../../src/requests/index.js';
import { LocalRawSigner, type RawSigner, type SigningKey } from '../../src/signer/index.js';

it('the abort of one caller is not that of another, who waits for the same public key', async () => {
  const inner = new LocalRawSigner({ seed: 's', quiet: true });
  const key: SigningKey = { algorithm: 'ecdsa-secp256k1', id: '0' };
  const abort = new AbortController();
  let go: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => {
    go = resolve;
  });
  const held: RawSigner = {
    capabilities: inner.capabilities,
    sign: (...given) => inner.sign(...given),
    getPublicKey: async (one, options = {}) => {
      await isRead;
      throwIfAborted(options.signal);
      return inner.getPublicKey(one);
    },
  };
  const signer = new RequestSigner({
    apiKey: 'k',
    signer: held,
    key,
    algorithm: 'ecdsa-secp256k1-sha256',
    preEncoding: 'base64',
    postEncoding: 'base64',
  });
  const request = { method: 'GET', path: '/a' };
  const one = signer.headers(request, { signal: abort.signal }).catch((error: unknown) => error);
  const two = signer.headers(request);
  abort.abort();
  expect(await one).toMatchObject({ code: 'ABORTED' });
  go();
  expect(await two).toHaveProperty('X-FBAPI-SIGNATURE');
});
