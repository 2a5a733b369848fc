// These come first for the reason that `src/xrpl/wire/ripple.ts` gives.
import '@noble/hashes/utils.js';
import '@scure/base';

export {
  decodeAccountID,
  encodeAccountID,
  encodeNodePublic,
  isValidClassicAddress,
} from 'ripple-address-codec';
export { DEFAULT_DEFINITIONS, decode, encode, encodeForSigning } from 'ripple-binary-codec';
