import type { ShapesOf } from '../core/known-options.js';
import type { SignatureScheme } from './encodings.js';
import type { KeyHandling } from './key-handling.js';
import type { PathRules } from './message.js';

/** For `knownOptions`: what signing and verifying have in common. */
export const commonShapes: ShapesOf<SignatureScheme & PathRules & KeyHandling> = {
  algorithm: 'any',
  preEncoding: 'any',
  postEncoding: 'any',
  base32Case: 'any',
  plainBytes: 'any',
  basePath: 'string',
  pathPrefix: 'string',
  minRsaBits: 'number',
  primitives: 'object',
};
