import type { Derive } from '../seed.js';
import { Ed25519Key } from '../signing-key.js';
import { type Address, addressBytes, FRAMEWORK } from './address.js';
import { littleEndian, prefixed, text, uleb } from './bcs/writer.js';
import type { ProducingNode } from './chain/producing-node.js';
import { sha3, sha3Hex } from './hashing.js';
import { readSignedTransaction } from './transaction/signed-transaction.js';

const MAX_GAS = 100_000n;
const GAS_PRICE = 100n;
const LIFETIME_SECONDS = 600n;
const ENTRY_FUNCTION = 2;

/** Makes native coins, by transactions like any other. */
export class Faucet {
  readonly address: Address;
  readonly #key: Ed25519Key;
  readonly #publicKey: Buffer;

  constructor(derive: Derive) {
    this.#key = new Ed25519Key(derive, 'aptos faucet');
    this.#publicKey = Buffer.from(this.#key.publicKey, 'hex');
    this.address = sha3Hex(this.#publicKey, Uint8Array.of(0));
  }

  /** Submits the making of `octas` for an account, and makes a block of it. */
  fund(node: ProducingNode, to: Address, octas: bigint): void {
    const tx = readSignedTransaction(this.#signed(this.#mint(node, to, octas)));
    const submitted = node.submit(tx);
    if (submitted.kind === 'accepted') node.produceBlock();
    const outcome = node.ledger.byHash(tx.hash)?.outcome;
    if (outcome?.success !== true) {
      throw new Error(`funding ${to} failed: ${outcome?.vmStatus ?? submitted.kind}`);
    }
  }

  #mint(node: ProducingNode, to: Address, octas: bigint): Buffer {
    const { state, latest } = node.ledger;
    const sequence = state.accounts.get(this.address)?.sequenceNumber ?? 0n;
    const waiting = node.mempool.all.filter(({ sender }) => sender === this.address).length;
    const expiration = latest.timestamp / 1_000_000n + LIFETIME_SECONDS;
    const args = [addressBytes(to), littleEndian(octas, 8)];
    return Buffer.concat([
      addressBytes(this.address),
      littleEndian(sequence + BigInt(waiting), 8),
      uleb(ENTRY_FUNCTION),
      addressBytes(FRAMEWORK),
      text('aptos_coin'),
      text('mint'),
      uleb(0),
      uleb(args.length),
      ...args.map(prefixed),
      littleEndian(MAX_GAS, 8),
      littleEndian(GAS_PRICE, 8),
      littleEndian(expiration, 8),
      Uint8Array.of(node.chainId),
    ]);
  }

  #signed(raw: Buffer): Buffer {
    const signature = this.#key.sign(Buffer.concat([sha3('APTOS::RawTransaction'), raw]));
    const parts = [this.#publicKey, Buffer.from(signature, 'hex')];
    return Buffer.concat([raw, uleb(0), ...parts.map(prefixed)]);
  }
}
