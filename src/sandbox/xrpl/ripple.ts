export {
  decodeAccountID,
  encodeAccountID,
  encodeNodePublic,
  isValidClassicAddress,
} from 'ripple-address-codec';
export { DEFAULT_DEFINITIONS, decode, encode, encodeForSigning } from 'ripple-binary-codec';
