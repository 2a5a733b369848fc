import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Wallet } from 'xrpl';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Signs with a wallet's key by means of node:crypto alone. Upper-case hex. */
export function signBytes(wallet: Wallet, payload: Uint8Array): string {
  const key = privateKeyOf(wallet);
  if (key.asymmetricKeyType === 'ed25519') {
    return sign(null, payload, key).toString('hex').toUpperCase();
  }
  for (;;) {
    const der = sign('sha512', payload, key);
    if (hasLowS(der)) return der.toString('hex').toUpperCase();
  }
}

/** A signature that is valid in every way but that its S is high. */
export function signHighS(wallet: Wallet, payload: Uint8Array): string {
  const key = privateKeyOf(wallet);
  for (;;) {
    const der = sign('sha512', payload, key);
    if (!hasLowS(der)) return der.toString('hex').toUpperCase();
  }
}

function hasLowS(der: Buffer): boolean {
  const r = der[3] ?? 0;
  return BigInt(`0x${der.subarray(6 + r).toString('hex')}`) <= ORDER / 2n;
}

function privateKeyOf({ privateKey, publicKey }: Wallet): KeyObject {
  const secret = Buffer.from(privateKey.slice(2), 'hex');
  if (publicKey.startsWith('ED')) {
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
    return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  }
  const head = Buffer.from('302e0201010420', 'hex');
  const sec1 = Buffer.concat([head, secret, Buffer.from('a00706052b8104000a', 'hex')]);
  return createPrivateKey({ key: sec1, format: 'der', type: 'sec1' });
}

/** A secp256k1 public key by its 33 bytes, as hex. */
export function secp256k1Key(hex: string): KeyObject {
  const spki = Buffer.from(`3036301006072a8648ce3d020106052b8104000a032200${hex}`, 'hex');
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}

/** An ed25519 public key by its 32 bytes, as hex. */
export function ed25519Key(hex: string): KeyObject {
  const spki = Buffer.from(`302a300506032b6570032100${hex}`, 'hex');
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}
