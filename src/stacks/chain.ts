import { equalBytes } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import { InvalidInputError } from '../core/errors.js';
import type { PollPace } from '../core/poll.js';
import { InvalidSignatureError } from '../signer/errors.js';
import type { PublicKey, SigningMessage } from '../signer/raw-signer.js';
import { secp256k1In, type VerifiedSignature } from '../signer/verify.js';
import type {
  Account,
  BuildRequest,
  Chain,
  LookUpRequest,
  ReadRequest,
  RebuildRequest,
  Signed,
  Terms,
  TransactionStatus,
} from '../transactions/index.js';
import { ofOperator } from '../transactions/operators.js';
import type { OtherKeys } from '../transactions/records/other-keys.js';
import type { NetworkFacts } from './network.js';
import type { Ledger } from './node/ledger.js';
import { lookUp } from './node/lookup.js';
import type { StacksNode } from './node/node.js';
import { NonceEvidence } from './node/nonce-evidence.js';
import type { Contracts } from './operations/contracts.js';
import { chooseFee } from './operations/fees.js';
import type { CallGuard } from './operations/guard.js';
import type { StacksCall, StacksInput } from './operations/input.js';
import { plainContent, readChain, type StacksSnapshot } from './operations/reading.js';
import { submitBlob } from './operations/submission.js';
import type { StacksTransactionResult } from './result.js';
import { contentOf } from './wire/content.js';
import { payloadOf, rebuild } from './wire/payload.js';
import { addressOfKey, bootAddress } from './wire/principals.js';
import {
  type Content,
  compose,
  digestOf,
  signedWith,
  type UnsignedTransaction,
  withFee,
} from './wire/transaction.js';

export interface StacksChainSettings {
  readonly ledger: Ledger;
  readonly network: NetworkFacts;
  readonly otherKeys: OtherKeys | undefined;
  readonly polling: PollPace | undefined;
  /** The most that a transaction may cost that no caller asked for by itself: one that cancels another. */
  readonly maxFee: bigint;
  readonly guards: readonly CallGuard[];
  readonly contracts: Contracts;
  /** How many operators have to agree on a signed value that comes neither from the caller nor from a constant. */
  readonly agree: number;
}

/** Blocks come every few seconds, and public nodes count requests. */
const POLLING: PollPace = { firstMs: 1_000, steadyMs: 30_000, factor: 1.5, maxMs: 5_000 };

/** A mempool may lose a transaction, and sending it again does no harm. */
const RESUBMIT_AFTER_MS = 60_000;

/** Stacks' part in the life of a transaction. Nothing expires here. */
export class StacksChain
  implements Chain<StacksCall, StacksSnapshot, UnsignedTransaction, StacksTransactionResult>
{
  readonly id: string;
  readonly confirmPace: PollPace;
  readonly resubmitAfterMs = RESUBMIT_AFTER_MS;
  readonly noop: StacksCall;
  readonly #settings: StacksChainSettings;
  readonly #evidence: NonceEvidence;
  readonly #unestimated = new Map<string, true>();

  constructor(settings: StacksChainSettings) {
    const { network, polling, maxFee } = settings;
    this.#settings = settings;
    this.#evidence = new NonceEvidence(settings);
    this.id = `stacks:${network.chainId}`;
    this.confirmPace = polling ?? POLLING;
    this.noop = noopOf(network, maxFee);
  }

  addressOf(publicKey: PublicKey): string {
    return addressOfKey(this.#settings.network.kind, publicKey.bytes);
  }

  noopOver(fee: bigint): StacksCall {
    return { ...this.noop, wishes: { ...this.noop.wishes, above: fee } };
  }

  canonicalOf({ input }: StacksCall): unknown {
    switch (input.kind) {
      case 'composed':
        return input.intent;
      case 'given':
        return input.intent ?? { transaction: input.transaction.hex };
      default:
        return input;
    }
  }

  askedOfNodes({ input }: StacksCall): string | undefined {
    return input.kind === 'composed' ? input.askedOfNodes : undefined;
  }

  read({ account, inputs: calls, operator }: ReadRequest<StacksCall>, options: CallOptions) {
    const { ledger, network, guards, agree, contracts } = this.#settings;
    const checkNext = (node: StacksNode, next: bigint) =>
      this.#evidence.check(node, account.address, next, options);
    const agreed = ledger.agreed(agree, options);
    const known = { unestimated: this.#unestimated, contracts };
    const reading = { account, calls, network, guards, checkNext, agreed, ...known };
    return ofOperator(ledger, operator).ask(options, (node) => readChain(node, reading));
  }

  build(request: BuildRequest<StacksCall, StacksSnapshot>): UnsignedTransaction {
    const { account, input: call, snapshot, number, salt } = request;
    const fee = chooseFee(call, snapshot, number.value, salt);
    return this.#complete(account, call.input, snapshot.content, number.value, fee);
  }

  rebuildFrom(request: RebuildRequest<StacksCall, StacksSnapshot>): UnsignedTransaction {
    const { account, input: call, snapshot, terms } = request;
    return this.#complete(account, call.input, snapshot.content, terms.number.value, terms.fee);
  }

  #complete(
    account: Account,
    input: StacksInput,
    known: Content | undefined,
    nonce: bigint,
    fee: bigint,
  ): UnsignedTransaction {
    if (input.kind === 'given') return withFee(input.transaction, fee);
    const content = contentWith(known, input, fee);
    const { network } = this.#settings;
    return compose({ ...network, publicKey: account.publicKey.bytes, nonce, fee, content });
  }

  termsOf({ nonce, fee }: UnsignedTransaction): Terms {
    return { number: { kind: 'sequence', value: nonce }, fee, expiry: undefined };
  }

  messagesOf(transaction: UnsignedTransaction, { key }: Account): readonly SigningMessage[] {
    return [{ kind: 'digest', key, hash: 'sha512-256', ...digestOf(transaction) }];
  }

  payloadOf(transaction: UnsignedTransaction): unknown {
    return payloadOf(transaction);
  }

  async explain(payload: unknown) {
    const { stacksCodec } = await import('./wire/transaction-codec.js');
    return stacksCodec.explain(payload);
  }

  rebuild(payload: unknown, { address }: Account): UnsignedTransaction | undefined {
    const transaction = rebuild(payload);
    return transaction?.sender === address ? transaction : undefined;
  }

  /** What a call is composed of depends on the chain: of that, only its kind is compared. */
  fits({ input }: StacksCall, transaction: UnsignedTransaction, account: Account): boolean {
    const { fee, nonce } = transaction;
    if (input.kind === 'composed') return contentOf(transaction)?.kind === 'contract-call';
    const content = input.kind === 'given' ? undefined : plainContent(input);
    const own = this.#complete(account, input, content, nonce, fee);
    return equalBytes(digestOf(own).digest, digestOf(transaction).digest);
  }

  assemble(transaction: UnsignedTransaction, signatures: readonly VerifiedSignature[]): Signed {
    const { compact, recoveryId } = secp256k1In(signatures);
    if (recoveryId === undefined) throw new InvalidSignatureError('it has no recovery id');
    this.#evidence.learn(transaction.sender, transaction.nonce);
    return signedWith(transaction, { compact, recoveryId });
  }

  submit(signed: Signed, options: CallOptions) {
    const { ledger, guards } = this.#settings;
    return submitBlob(ledger, signed, guards, options);
  }

  lookUp(
    request: LookUpRequest<UnsignedTransaction>,
    options: CallOptions,
  ): Promise<TransactionStatus<StacksTransactionResult>> {
    return lookUp(this.#settings, request, options);
  }

  async nextNumber({ address }: Account, options: CallOptions): Promise<bigint> {
    const { nonce } = await this.#settings.ledger.ask(options, (node) => node.account(address));
    return nonce;
  }
}

/** @throws InvalidInputError when a fee that is part of the amount takes all of it. */
function contentWith(content: Content | undefined, input: StacksInput, fee: bigint): Content {
  if (!content) throw new Error('A transaction that is built here has content.');
  if (content.kind !== 'transfer' || input.kind !== 'transfer' || !input.gross) return content;
  if (input.amount > fee) return { ...content, amount: input.amount - fee };
  throw new InvalidInputError('amount', `must be more than the fee of ${fee} microSTX in it`);
}

/** The smallest possible transfer: one microSTX to an address without a key. */
function noopOf({ kind }: NetworkFacts, maxFee: bigint): StacksCall {
  return {
    input: {
      kind: 'transfer',
      recipient: bootAddress(kind),
      amount: 1n,
      memo: '',
      gross: false,
    },
    wishes: { maxFee, fee: undefined, nonce: undefined, replaces: true, trial: 'off' },
  };
}
