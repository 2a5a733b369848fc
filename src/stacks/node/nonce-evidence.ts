import type { CallOptions } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import type { OtherKeys } from '../../transactions/records/other-keys.js';
import type { NetworkFacts } from '../network.js';
import type { Ledger } from './ledger.js';
import type { StacksNode } from './node.js';

/** How many operators have to agree on an account's next nonce if its signature is not available. */
const OPERATORS = 2;

interface Sources {
  readonly ledger: Ledger;
  readonly network: NetworkFacts;
  readonly otherKeys: OtherKeys | undefined;
}

/**
 * Evidence for an account's next nonce beyond one node's answer. Nothing expires here: a transaction that is
 * signed with a nonce far beyond the next one waits, and may land long after it was given up.
 */
export class NonceEvidence {
  readonly #sources: Sources;
  /** One more than the highest that each account is known to have signed. */
  readonly #next = new Map<string, bigint>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** An account has signed a transaction with this nonce. */
  learn(address: string, nonce: bigint): void {
    if (nonce >= this.#nextOf(address)) this.#next.set(address, nonce + 1n);
  }

  /**
   * Checks the next nonce that a node reports: the account must have signed a transaction with the nonce before
   * it, or several operators must agree.
   *
   * @throws UnexpectedAnswerError naming both.
   */
  async check(
    node: StacksNode,
    address: string,
    claimed: bigint,
    options: CallOptions,
  ): Promise<void> {
    const known = this.#nextOf(address);
    if (claimed <= known) return;
    const { network, otherKeys } = this.#sources;
    const { kind, chainId } = network;
    const before = { network: kind, chainId, sender: address, nonce: claimed - 1n };
    const { hasSigned } = await import('./spender.js');
    if (await hasSigned(node, before, otherKeys)) {
      this.learn(address, claimed - 1n);
      return;
    }
    if (await this.#isAgreed(address, claimed, options)) return;
    const reason =
      `it shows no evidence that ${claimed} is the next nonce of ${address} (known here: ${known}): ` +
      'give `nonce`, or a node of another operator';
    throw new UnexpectedAnswerError('stacks', reason, { retryable: true });
  }

  async #isAgreed(address: string, claimed: bigint, options: CallOptions): Promise<boolean> {
    const isThatFar = async (node: StacksNode) => {
      const { nonce } = await node.account(address);
      return nonce >= claimed || Promise.reject(new Error('not yet'));
    };
    const agreed = this.#sources.ledger.agreed(OPERATORS, options);
    return agreed(isThatFar).catch(() => false);
  }

  #nextOf(address: string): bigint {
    return this.#next.get(address) ?? 0n;
  }
}
