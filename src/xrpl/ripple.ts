// First, for the reason that it gives.
import './ripple-address.js';

export { decode, encode, encodeForMultisigning, encodeForSigning } from 'ripple-binary-codec';
