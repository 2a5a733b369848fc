import { GatewayError } from '../core/errors.js';

/** A node answered with one of the API's own errors, such as `resource_not_found`. */
export class AptosNodeError extends GatewayError {
  /** The API's own code. */
  readonly errorCode: string;
  /** The HTTP status. */
  readonly status: number;
  /** Where the node says that its older history is. Nobody is asked there because of that alone. */
  readonly archive: string | undefined;
  /** Whether this is about history that the node no longer has: whether there was any, it can't know. */
  readonly isPruned: boolean;

  constructor(errorCode: string, status: number, message: string, archive?: string) {
    const isPruned = status === 410 || (status === 500 && PRUNED.test(message));
    super('APTOS_NODE', `The node answered ${errorCode}: ${message}`, {
      // A code that came later than this package is judged by its status, as the API's authors advise.
      retryable: status >= 500 && !isPruned && errorCode !== 'rejected_by_filter',
      details: { errorCode, status },
    });
    this.errorCode = errorCode;
    this.status = status;
    this.archive = archive;
    this.isPruned = isPruned;
  }
}

/** What older nodes have for lists, in which they have no code for it. */
const PRUNED = /\bpruned\b/;

/**
 * No indexer of this chain is configured, and what was asked only an indexer knows: balances of all tokens,
 * what is known of them, what others have sent. Transactions need none.
 */
export class IndexerMissingError extends GatewayError {
  constructor(chainId: number) {
    super(
      'INDEXER_MISSING',
      `No indexer of chain ${chainId} is configured: \`network.indexerUrl\`, a server's CHAIN_INDEXER_URL.`,
      { details: { chainId, setting: 'network.indexerUrl' } },
    );
  }
}

/**
 * The transaction would fail as things stand, says the node that tried it. Nothing was signed, and
 * nobody was asked to approve it.
 */
export class SimulationFailedError extends GatewayError {
  /** What the transaction would end with, such as `0x1::coin::EINSUFFICIENT_BALANCE`. */
  readonly resultCode: string;
  /** The node's own words. */
  readonly vmStatus: string;

  /** @param index - Which of a batch it is, from 0 on. */
  constructor({ resultCode, vmStatus }: { resultCode: string; vmStatus: string }, index?: number) {
    const place = index === undefined ? {} : { index };
    super('SIMULATION_FAILED', `The transaction would fail: ${vmStatus}`, {
      details: { resultCode, vmStatus, ...place },
    });
    this.resultCode = resultCode;
    this.vmStatus = vmStatus;
  }
}
