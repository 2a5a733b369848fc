import type { RawSigner } from '../../src/signer/index.js';

/** A signer but for the methods that a test replaces. */
export function stubSigner(signer: RawSigner, bends: Partial<RawSigner>): RawSigner {
  const { find, list, cancel } = signer;
  return {
    capabilities: signer.capabilities,
    getPublicKey: (key, options) => signer.getPublicKey(key, options),
    sign: (request, options) => signer.sign(request, options),
    ...(find ? { find: find.bind(signer) } : {}),
    ...(list ? { list: list.bind(signer) } : {}),
    ...(cancel ? { cancel: cancel.bind(signer) } : {}),
    ...bends,
  };
}
