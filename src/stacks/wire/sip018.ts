import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '../../core/bytes.js';
import { encodeValue } from './clarity-codec.js';
import { ascii, type ClarityValue, tuple, uint } from './clarity-value.js';

/** The domain of the messages: a signature for one application or chain is not valid for another. */
export interface Sip018Domain {
  /** The name of the application, printable ASCII: `pox-4-signer`. */
  readonly name: string;
  /** The application's version, printable ASCII: `1.0.0`. */
  readonly version: string;
  /** The one chain for which the signature is valid: 1 is mainnet, 2147483648 testnet. */
  readonly chainId: number;
}

const PREFIX = utf8ToBytes('SIP018');

/** The bytes that are hashed to the signed digest: `SIP018`, and the hashes of domain and message. */
export function structuredDataPreimage(domain: Sip018Domain, message: ClarityValue): Uint8Array {
  return concatBytes(
    PREFIX,
    sha256(hexToBytes(encodeValue(domainValue(domain)))),
    sha256(hexToBytes(encodeValue(message))),
  );
}

/** The digest of structured data as SIP-018 defines it. */
export function structuredDataHash(domain: Sip018Domain, message: ClarityValue): Uint8Array {
  return sha256(structuredDataPreimage(domain, message));
}

function domainValue({ name, version, chainId }: Sip018Domain): ClarityValue {
  return tuple({
    name: ascii(name),
    version: ascii(version),
    'chain-id': uint(chainId),
  });
}
