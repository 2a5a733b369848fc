// The ledger's codecs are CommonJS and require ES modules. Some releases of Node (20.19.0, 22.12, 24.0) refuse to
// require one that is not evaluated yet, so these are imported first.
import '@noble/hashes/utils.js';
import '@scure/base';

export {
  classicAddressToXAddress,
  decodeAccountID,
  encodeAccountID,
  isValidClassicAddress,
  xAddressToClassicAddress,
} from 'ripple-address-codec';
