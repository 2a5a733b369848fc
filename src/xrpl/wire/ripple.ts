// First, for the reason that `ripple-address.ts` gives.
import '@noble/hashes/utils.js';
import '@scure/base';

export { decode, encode, encodeForMultisigning, encodeForSigning } from 'ripple-binary-codec';
