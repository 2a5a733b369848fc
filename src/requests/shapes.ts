import type { ShapesOf } from '../core/known-options.js';
import type { SignatureScheme } from './encodings.js';
import type { KeyHandling } from './key-handling.js';
import type { PathRules } from './message.js';
import type { SigningKeySource } from './signing-key.js';

// For `knownOptions`: what signing and verifying have in common.

export const pathAndKeyShapes: ShapesOf<PathRules & KeyHandling> = {
  basePath: 'string',
  pathPrefix: 'string',
  minRsaBits: 'number',
  primitives: 'object',
};

export const schemeShapes: ShapesOf<SignatureScheme & PathRules & KeyHandling> = {
  ...pathAndKeyShapes,
  algorithm: 'any',
  preEncoding: 'any',
  postEncoding: 'any',
  base32Case: 'any',
  plainBytes: 'any',
};

export const signingShapes: ShapesOf<SignatureScheme & PathRules & KeyHandling & SigningKeySource> =
  { ...schemeShapes, secret: 'any', signer: 'any', key: 'any', publicKey: 'any' };
