import { bytesToHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import { InvalidInputError, UnexpectedAnswerError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { once } from '../core/once.js';
import type { PollPace } from '../core/poll.js';
import { type Random, systemRandom } from '../core/random.js';
import type { KeyPath, PublicKey, SigningMessage } from '../signer/raw-signer.js';
import type { VerifiedSignature } from '../signer/verify.js';
import type {
  Account,
  BuildRequest,
  Chain,
  LookUpRequest,
  NonceGenerator,
  ReadRequest,
  RebuildRequest,
  Signed,
  Terms,
  TransactionStatus,
} from '../transactions/index.js';
import { ofOperator } from '../transactions/operators.js';
import { isLanded } from '../transactions/outcome.js';
import type { OtherKeys } from '../transactions/records/other-keys.js';
import { Abis, type AskAgreed } from './node/abi.js';
import type { Ledger } from './node/fullnode.js';
import type { Clocks } from './node/ledger-time.js';
import { lookUp } from './node/lookup.js';
import { type AptosSnapshot, type LedgerReading, readLedger } from './node/reading.js';
import { submitBlob } from './node/submission.js';
import {
  type AptosCall,
  chooseGas,
  compose,
  expiryOf,
  NOBODY,
  signatoriesOf,
} from './operations/building.js';
import { fits } from './operations/fitting.js';
import { canonicalCall, type MoveCall } from './operations/input.js';
import { nonceOf, termsOf } from './operations/terms.js';
import type { AptosTransactionResult } from './result.js';
import { addressOfKey } from './wire/address.js';
import { payloadOf, rebuild } from './wire/payload.js';
import { type AptosTransaction, keyOf, type Signatory, signatoryOf } from './wire/signatories.js';
import { signedTransaction, signingMessage } from './wire/signing.js';
import { signersOf } from './wire/transaction.js';

export interface AptosChainSettings extends Clocks {
  readonly ledger: Ledger;
  readonly otherKeys: OtherKeys | undefined;
  readonly chainId: number;
  readonly derivation: KeyPath;
  readonly polling: PollPace | undefined;
  /** The most that a transaction may cost that no caller asked for by itself: one that cancels another. */
  readonly maxFee: bigint;
  /** How many operators have to agree on a signed value that comes neither from the caller nor from a constant. */
  readonly agree: number;
  readonly random: Random | undefined;
  /** Each account's next number as last read. */
  readonly numbers: Map<string, bigint>;
  /** A vault account's key and address. */
  readonly accountOf: (vaultAccountId: string) => Promise<Account>;
}

/** A node holds each request for about a second. */
const POLLING: PollPace = { firstMs: 200, factor: 1.5, maxMs: 2_000 };

/** Longer than a transaction takes; a mempool may lose one, and sending it again does no harm. */
const RESUBMIT_AFTER_MS = 20_000;

/**
 * How far a ledger's time may be from ours. Ahead, a signed transaction is valid that much longer; behind, it is signed
 * when it has expired already.
 */
const MAX_SECONDS = { ahead: 300, behind: 3_600 } as const;

/** How often amounts are converted again because the assumed decimals were wrong. */
const MAX_COUNTS = 3;

/** How many transactions of an account a mempool holds. */
const MAX_IN_FLIGHT = 100;

/** Aptos' and Movement's part in the life of a transaction. */
export class AptosChain
  implements Chain<AptosCall, AptosSnapshot, AptosTransaction, AptosTransactionResult>
{
  readonly id: string;
  readonly confirmPace: PollPace;
  readonly expiries = { leastMs: 1_000, usualMs: 1_000 };
  readonly resubmitAfterMs = RESUBMIT_AFTER_MS;
  readonly noop: AptosCall;
  /** Orderless transactions: any number that was never used will do. */
  readonly tickets: NonceGenerator;
  readonly #settings: AptosChainSettings;
  readonly #abis = new Abis();
  readonly #decimals = once(async () => {
    const { TokenDecimals } = await import('./node/token-decimals.js');
    return new TokenDecimals();
  });

  constructor(settings: AptosChainSettings) {
    this.#settings = settings;
    this.id = `aptos:${settings.chainId}`;
    this.confirmPace = settings.polling ?? POLLING;
    this.noop = noopWith(settings.maxFee);
    const { random = systemRandom } = settings;
    const generate = () => BigInt(`0x${bytesToHex(random(8))}`);
    this.tickets = { limit: MAX_IN_FLIGHT, generate };
  }

  addressOf(publicKey: PublicKey): string {
    return addressOfKey(publicKey.bytes);
  }

  canonicalOf({ input, cosigners }: AptosCall): unknown {
    const { secondary, feePayer } = cosigners;
    const others = {
      ...(secondary.length > 0 && { secondary: secondary.map(({ address }) => address) }),
      ...(feePayer && { feePayer: feePayer.address }),
    };
    if (input.kind === 'given') {
      return { transaction: bytesToHex(signingMessage(input.transaction)), ...others };
    }
    return { ...canonicalCall(input.call), ...others };
  }

  askedOfNodes({ input }: AptosCall): string | undefined {
    return input.kind === 'call' ? input.call.asked : undefined;
  }

  async read(
    request: ReadRequest<AptosCall>,
    options: CallOptions,
  ): Promise<readonly AptosSnapshot[]> {
    const { inputs } = request;
    const { ledger, agree } = this.#settings;
    const agreed: AskAgreed = (work, wordsOf) => ledger.agreed(agree, options, work, wordsOf);
    if (inputs.every(({ input }) => input.kind !== 'call' || input.call.counted === undefined)) {
      return this.#readWith({ agreed, counted: async (call) => call }, request, options);
    }
    const decimals = await this.#decimals();
    for (let round = 1; round <= MAX_COUNTS; round++) {
      const counting = decimals.begin(inputs, agreed);
      const how = { agreed, counted: (call: MoveCall) => counting.counted(call) };
      const snapshots = await this.#readWith(how, request, options);
      if (await counting.holds()) return snapshots;
    }
    const reason = "a token's decimals change faster than they are read";
    throw new UnexpectedAnswerError('aptos', reason, { retryable: true });
  }

  async #readWith(
    how: Pick<LedgerReading, 'agreed' | 'counted'>,
    { account, inputs, operator }: ReadRequest<AptosCall>,
    options: CallOptions,
  ): Promise<readonly AptosSnapshot[]> {
    const { ledger, chainId } = this.#settings;
    const { address } = account;
    const snapshots = await ofOperator(ledger, operator).ask(options, (node) =>
      readLedger(node, {
        ...how,
        sender: signatoryOf(account),
        calls: inputs,
        abis: this.#abis,
        lastNumber: this.#settings.numbers.get(address),
        chainId,
        checkTime: (time) => this.#checkTime(time, account, options),
      }),
    );
    for (const { nextNumber } of snapshots) this.#heard(address, nextNumber);
    return snapshots;
  }

  async #checkTime(time: bigint, { key }: Account, options: CallOptions): Promise<void> {
    const aheadSeconds = Number(time) - this.#settings.clock.now() / 1_000;
    if (aheadSeconds <= MAX_SECONDS.ahead && aheadSeconds >= -MAX_SECONDS.behind) return;
    const { checkLedgerTime } = await import('./node/ledger-time.js');
    await checkLedgerTime(time, MAX_SECONDS, this.#settings, key, options);
  }

  build(request: BuildRequest<AptosCall, AptosSnapshot>): AptosTransaction {
    const { account, input: call, snapshot, number, salt } = request;
    const { approvalSeconds, lifetimeSeconds } = request;
    const seconds = { approval: approvalSeconds, lifetime: lifetimeSeconds };
    return this.#complete(account, call, {
      payload: snapshot.payload,
      number,
      ...chooseGas(call, snapshot.gas, salt),
      expiry: expiryOf(call, number, snapshot.timestamp, seconds, salt),
    });
  }

  /** The note holds only the total fee, so the gas price of that time is needed to rebuild the transaction. */
  rebuildFrom(request: RebuildRequest<AptosCall, AptosSnapshot>): AptosTransaction {
    const { account, input: call, snapshot, terms } = request;
    const gasUnitPrice = call.wishes.gasUnitPrice ?? snapshot.gas.gasUnitPrice;
    return this.#complete(account, call, {
      payload: snapshot.payload,
      number: terms.number,
      gasUnitPrice,
      maxGasAmount: gasUnitPrice > 0n ? terms.fee / gasUnitPrice : 0n,
      expiry: terms.expiry ?? 0n,
    });
  }

  #complete(
    account: Account,
    call: AptosCall,
    parts: Omit<Parameters<typeof compose>[0], 'sender' | 'call' | 'chainId'>,
  ): AptosTransaction {
    const { chainId } = this.#settings;
    return {
      unsigned: compose({ ...parts, sender: account.address, call, chainId }),
      signatories: signatoriesOf(signatoryOf(account), call.cosigners),
    };
  }

  termsOf({ unsigned }: AptosTransaction): Terms {
    return termsOf(unsigned);
  }

  /** All signers sign the same bytes. */
  messagesOf({ unsigned, signatories }: AptosTransaction): readonly SigningMessage[] {
    const bytes = signingMessage(unsigned);
    const { derivation } = this.#settings;
    return signatories.map(({ vaultAccountId }) => {
      return { kind: 'message', key: keyOf(vaultAccountId, derivation), bytes };
    });
  }

  /**
   * One payload for each message. Those of further signers name their vault account, which a resuming process has
   * to know.
   */
  payloadOf({ unsigned, signatories }: AptosTransaction): unknown {
    const [sender, ...others] = signatories;
    const own = payloadOf(unsigned, sender?.address);
    if (others.length === 0) return own;
    return [
      own,
      ...others.map(({ address, vaultAccountId }) => payloadOf(unsigned, address, vaultAccountId)),
    ];
  }

  async explain(payload: unknown) {
    const { aptosCodec } = await import('./wire/transaction-codec.js');
    return aptosCodec.explain(payload);
  }

  async rebuild(payload: unknown, account: Account): Promise<AptosTransaction | undefined> {
    const [own, ...others] = Array.isArray(payload) ? payload : [payload];
    const unsigned = rebuild(own);
    if (unsigned?.sender !== account.address) return undefined;
    const signatories = [signatoryOf(account)];
    for (const other of others) {
      const signatory = await this.#signatoryIn(other);
      if (signatory) signatories.push(signatory);
    }
    const addresses = signatories.map(({ address }) => address);
    if (signersOf(unsigned).join() !== addresses.join()) return undefined;
    return { unsigned, signatories };
  }

  async #signatoryIn(payload: unknown): Promise<Signatory | undefined> {
    if (!isObject(payload) || typeof payload.vaultAccountId !== 'string') return undefined;
    try {
      return signatoryOf(await this.#settings.accountOf(payload.vaultAccountId));
    } catch (error) {
      // The payload may come from any source, so invalid input is ignored; an error of the custody platform is
      // not.
      if (error instanceof InvalidInputError) return undefined;
      throw error;
    }
  }

  async fits(call: AptosCall, { unsigned }: AptosTransaction, account: Account): Promise<boolean> {
    return fits(call, unsigned, account.address);
  }

  assemble(
    { unsigned, signatories }: AptosTransaction,
    signatures: readonly VerifiedSignature[],
  ): Signed {
    const proofs = signatories.map(({ publicKey }, index) => {
      const signature = signatures[index];
      if (signature?.algorithm !== 'eddsa-ed25519') {
        throw new InvalidInputError('signer', 'must sign with eddsa-ed25519');
      }
      return { publicKey, signature: signature.compact };
    });
    const { bytes, hash } = signedTransaction(unsigned, proofs);
    return { hash, blob: bytesToHex(bytes) };
  }

  submit(signed: Signed, options: CallOptions) {
    return submitBlob(this.#settings.ledger, signed.blob, options);
  }

  async lookUp(
    request: LookUpRequest<AptosTransaction>,
    options: CallOptions,
  ): Promise<TransactionStatus<AptosTransactionResult>> {
    const status = await lookUp(this.#settings, request, options);
    const { unsigned } = request.transaction;
    if (isLanded(status) && nonceOf(unsigned) === undefined) {
      this.#heard(unsigned.sender, unsigned.sequenceNumber + 1n);
    }
    return status;
  }

  async nextNumber({ address }: Account, options: CallOptions): Promise<bigint> {
    const { ledger } = this.#settings;
    const { value } = await ledger.ask(options, (node) => node.account(address));
    return value?.sequence_number ?? 0n;
  }

  #heard(address: string, nextNumber: bigint): void {
    const { numbers } = this.#settings;
    if (nextNumber > (numbers.get(address) ?? -1n)) numbers.set(address, nextNumber);
  }
}

/** A call that transfers nothing has no effect, and spends a number. */
function noopWith(maxFee: bigint): AptosCall {
  return {
    input: {
      kind: 'call',
      call: {
        function: '0x1::aptos_account::batch_transfer',
        typeArguments: [],
        functionArguments: [[], []],
      },
    },
    wishes: { maxFee, simulate: true, orderless: false },
    cosigners: NOBODY,
  };
}
