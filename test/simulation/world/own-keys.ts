import { CustodyKeys } from '../../../src/sandbox/custody/keys.js';
import type { Derive } from '../../../src/sandbox/seed.js';
import { LocalRawSigner, type SigningMessage } from '../../../src/signer/index.js';
import type { ChainWorld } from './chain-world.js';

/** The key of a vault account in another tool of its owner, which asks neither a gateway nor the custody. */
export interface OwnKey {
  /** Hex; of an ECDSA key compressed. */
  readonly publicKey: string;
  /** Signs a digest, or for EdDSA a message. */
  sign(content: Uint8Array): Promise<OwnSignature>;
}

interface OwnSignature {
  /** 128 digits: r and s, or R and S. */
  readonly hex: string;
  /** Of ECDSA. */
  readonly recoveryId: number;
}

/** A key that the custody has, too. */
export function custodyKeyOf(derive: Derive, vault: string, { key }: ChainWorld): OwnKey {
  const keys = new CustodyKeys(derive);
  const path = [44, key.coinType, Number(vault), 0, 0];
  return {
    publicKey: keys.publicKey(key.algorithm, path),
    sign: async (content) => {
      const { fullSig, v = 0 } = keys.sign(key.algorithm, path, content);
      return { hex: fullSig, recoveryId: v };
    },
  };
}

/** A key of the simulation's signers with a journal. */
export async function localKeyOf(
  seed: string,
  vault: string,
  { key: { algorithm: named } }: ChainWorld,
): Promise<OwnKey> {
  const signer = new LocalRawSigner({ seed, quiet: true });
  const isEcdsa = named === 'MPC_ECDSA_SECP256K1';
  const algorithm = isEcdsa ? 'ecdsa-secp256k1' : 'eddsa-ed25519';
  const key = { algorithm, id: vault } as const;
  const { bytes } = await signer.getPublicKey(key);
  return {
    publicKey: Buffer.from(bytes).toString('hex'),
    sign: async (content) => {
      const message: SigningMessage = isEcdsa
        ? { kind: 'digest', key, digest: content, hash: 'sha512-half' }
        : { kind: 'message', key, bytes: content };
      const request = { idempotencyKey: 'own', messages: [message] };
      const [signature] = await signer.sign(request);
      if (signature?.encoding !== 'compact') throw new Error('a local signer signs');
      const { recoveryId = 0 } = signature;
      return { hex: Buffer.from(signature.bytes).toString('hex'), recoveryId };
    },
  };
}
