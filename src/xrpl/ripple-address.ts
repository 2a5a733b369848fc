// The ledger's codecs are CommonJS and require modules. Some releases of Node (20.19.0, 22.12, 24.0) refuse
// a module that is required before its turn has come, so these have theirs first.
import '@noble/hashes/utils.js';
import '@scure/base';

export {
  classicAddressToXAddress,
  decodeAccountID,
  encodeAccountID,
  isValidClassicAddress,
  xAddressToClassicAddress,
} from 'ripple-address-codec';
