import { GatewayError } from '../core/errors.js';

/** A node answered with one of the API's own errors, such as `resource_not_found`. */
export class AptosNodeError extends GatewayError {
  /** The API's own code. */
  readonly errorCode: string;
  /** The HTTP status. */
  readonly status: number;
  /** The archive that the node names for its older history. That alone does not make the gateway ask there. */
  readonly archive: string | undefined;
  /** Whether this is about history that the node no longer has, so that it can't know whether there was any. */
  readonly isPruned: boolean;

  constructor(errorCode: string, status: number, message: string, archive?: string) {
    const isPruned = status === 410 || (status === 500 && PRUNED.test(message));
    super('APTOS_NODE', `The node answered ${errorCode}: ${message}`, {
      // A code that is newer than this package is judged by its status, as the API's authors advise.
      retryable: status >= 500 && !isPruned && errorCode !== 'rejected_by_filter',
      details: { errorCode, status },
    });
    this.errorCode = errorCode;
    this.status = status;
    this.archive = archive;
    this.isPruned = isPruned;
  }
}

/** The text of older nodes for lists, for which they have no code. */
const PRUNED = /\bpruned\b/;

/**
 * No indexer of this chain is configured, and only an indexer can answer the request: balances of all tokens,
 * data about them, transactions that others have sent. Making a transaction needs no indexer.
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
 * The transaction would fail as things stand, according to the node that tried it. Nothing was signed, and no
 * approval was requested.
 */
export class SimulationFailedError extends GatewayError {
  /** How the transaction would end, such as `0x1::coin::EINSUFFICIENT_BALANCE`. */
  readonly resultCode: string;
  /** The node's own text. */
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
