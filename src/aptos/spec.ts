import { bytesToHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import { partsToRead } from '../gateway/loading.js';
import type { AptosConfirmed, AptosExecution } from './execution.js';
import type { AptosBalance, AptosCoinData } from './node/balances.js';
import type { TransferMoveParams } from './operations/transfer-move.js';
import type { AptosTransactionOptions } from './options.js';
import type { AptosSetup } from './setup.js';

/** The methods of an {@link AptosGateway} that the specification's paths have, and no other chain. */
export class AptosSpecMethods {
  readonly #setup: AptosSetup;
  readonly #execution: AptosExecution;

  /** @internal */
  protected constructor(setup: AptosSetup, execution: AptosExecution) {
    this.#setup = setup;
    this.#execution = execution;
  }

  /**
   * Sends the native coin, or calls any entry function.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - A transfer's `recipientAddress` and `amount`: a whole number of octas, or with `unit: 'coins'` text
   * such as `1.5`. Or a call's `function`, with arguments that are written as its module's ABI says; see
   * `FunctionArgument`.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The successful transaction in the REST API's form, whole numbers as decimal strings; and the `receipt`.
   * @throws what {@link AptosGateway} says.
   * @example
   * ```ts
   * await gateway.transferMove('0', { recipientAddress: friendAddress, amount: '1.5', unit: 'coins' });
   * await gateway.transferMove('0', {
   *   function: '0x1::aptos_account::transfer',
   *   functionArguments: [friendAddress, 1_000n],
   * });
   * ```
   */
  transferMove(
    vaultAccountId: string,
    params: TransferMoveParams,
    options: AptosTransactionOptions = {},
  ): Promise<AptosConfirmed> {
    return this.#execution.operate('transferMove', vaultAccountId, params, options);
  }

  /**
   * What a vault account holds of the chain's own coin, both as a coin and as the fungible asset that
   * it is paired with, by the node's own count.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The `amount` in octas, and the same in whole coins (`value`); zero for an account that does not exist.
   * @example
   * ```ts
   * const { amount, value } = await gateway.getBalance('0'); // octas, and whole coins
   * ```
   */
  async getBalance(vaultAccountId: string, options: CallOptions = {}): Promise<AptosBalance> {
    const { readBalance } = await import('./node/balances.js');
    const { ledger, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return readBalance(ledger, account.address, options);
  }

  /**
   * Data about every asset that a vault account holds or once held, from the network's indexer.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns One entry for each asset, by `assetType`; `undefined` for what the indexer does not know of it.
   * @throws IndexerMissingError where the network has no indexer.
   * @example
   * ```ts
   * for (const { assetType, decimals } of await gateway.getCoinsData('0')) {
   *   console.log(assetType, decimals);
   * }
   * ```
   */
  async getCoinsData(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<readonly AptosCoinData[]> {
    const { readCoinsData } = await import('./node/balances.js');
    const { indexer, account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return readCoinsData(await indexer(), account.address, options);
  }

  /**
   * The Ed25519 public key of a vault account.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The key as 64 hexadecimal characters, without `0x`.
   * @example
   * ```ts
   * await gateway.getPublicKey('0');
   * ```
   */
  async getPublicKey(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    const { account } = await partsToRead(this.#setup.parts, vaultAccountId, options);
    return bytesToHex(account.publicKey.bytes);
  }

  /**
   * The address of a vault account: the address with which the key's account was created.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The address in full: `0x` and 64 hexadecimal characters.
   * @example
   * ```ts
   * await gateway.getAddress('0'); // '0x...', 64 hexadecimal characters
   * ```
   */
  async getAddress(vaultAccountId: string, options: CallOptions = {}): Promise<string> {
    return (await partsToRead(this.#setup.parts, vaultAccountId, options)).account.address;
  }
}
