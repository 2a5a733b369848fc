import { addressToString, createAddress } from '@stacks/transactions';

/** Which network an address or a transaction is of. */
export type NetworkKind = 'mainnet' | 'testnet';

/** Version bytes of single-signature and multi-signature addresses. */
const VERSIONS: Readonly<Record<NetworkKind, readonly number[]>> = {
  mainnet: [22, 20],
  testnet: [26, 21],
};

/** The address of a principal: what stands before the dot of a contract. */
export function addressPart(principal: string): string {
  return principal.split('.', 1)[0] ?? '';
}

/** Whether text is an address, or a contract's `address.name`, of whatever network. */
export function isPrincipal(text: string): boolean {
  if (!/^S[0-9A-Z]+(\.[a-zA-Z][a-zA-Z0-9_-]*)?$/.test(text)) return false;
  try {
    createAddress(addressPart(text));
    return true;
  } catch {
    return false;
  }
}

/** Whether a principal's version byte is one of the network's. */
export function isOfNetwork(principal: string, network: NetworkKind): boolean {
  return VERSIONS[network].includes(createAddress(addressPart(principal)).version);
}

/** The single-signature address of a hash, on a network. */
export function addressOfHash(hash160: Uint8Array, network: NetworkKind): string {
  const hash = Buffer.from(hash160).toString('hex');
  const sample = createAddress(SAMPLES[network]);
  return addressToString({ ...sample, hash160: hash });
}

/** The same account, or contract, by its name on another network. */
export function onNetwork(principal: string, network: NetworkKind): string {
  const [address = '', name] = principal.split('.');
  const { hash160, version } = createAddress(address);
  const multisig = version === 20 || version === 21;
  const sample = createAddress((multisig ? MULTISIG_SAMPLES : SAMPLES)[network]);
  const moved = addressToString({ ...sample, hash160 });
  return name === undefined ? moved : `${moved}.${name}`;
}

/** The boot address, which is the hash of nothing but zeros. */
export function bootAddress(network: NetworkKind): string {
  return SAMPLES[network];
}

const SAMPLES: Readonly<Record<NetworkKind, string>> = {
  mainnet: 'SP000000000000000000002Q6VF78',
  testnet: 'ST000000000000000000002AMW42H',
};

const MULTISIG_SAMPLES: Readonly<Record<NetworkKind, string>> = {
  mainnet: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4',
  testnet: 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1',
};
