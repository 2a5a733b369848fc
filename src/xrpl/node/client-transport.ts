import { throwIfAborted, unlessAborted } from '../../core/clock.js';
import { UnexpectedAnswerError, UnreachableError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { XrplNodeError, type XrplTransport } from './transport.js';

/** The part of the `xrpl` package's Client that is used here. The README says with which versions it was run. */
export interface XrplClientLike {
  /** Whether its connection is open. */
  isConnected(): boolean;
  /** Opens the connection. Called when a request finds it closed. */
  connect(): Promise<void>;
  /** Sends a command with its fields, and resolves with the node's whole answer. */
  request(request: { readonly command: string }): Promise<unknown>;
  /** Tells of each closed ledger, and of each new connection. */
  on(event: 'ledgerClosed' | 'connected', listener: () => void): unknown;
  /** Ends what `on` began. */
  removeListener(event: 'ledgerClosed' | 'connected', listener: () => void): unknown;
}

/**
 * Uses a Client of the `xrpl` package that the application has already. It is connected if it is not yet, and
 * never disconnected, since it belongs to the application. Its ledger stream says when to look for an outcome, so
 * nothing is polled while it runs. It says no more than that: each time, the node is asked for the transaction's
 * outcome. When the connection ends, its stream ends with it: the stream is subscribed to again, and outcomes are
 * looked for at once, since a ledger may have closed meanwhile.
 *
 * @example
 * ```ts
 * import { LocalRawSigner } from 'custody-gateways/signer';
 * import { startSandbox } from 'custody-gateways/sandbox';
 * import { XrplGateway, xrplClientTransport } from 'custody-gateways/xrpl';
 * import { Client } from 'xrpl';
 *
 * const sandbox = await startSandbox();
 * const client = new Client(sandbox.xrpl.webSocketUrl);
 * const gateway = new XrplGateway({
 *   signer: new LocalRawSigner({ seed: 'development only', quiet: true }),
 *   network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
 *   transport: xrplClientTransport(client),
 * });
 * await gateway.getAddress('0');
 * await sandbox.stop();
 * ```
 */
export function xrplClientTransport(client: XrplClientLike): XrplTransport {
  let connecting: Promise<void> | undefined;
  const connect = async (): Promise<void> => {
    if (client.isConnected()) return;
    connecting ??= client.connect().finally(() => {
      connecting = undefined;
    });
    await connecting;
  };
  const request = async (command: string, params: object): Promise<unknown> => {
    try {
      await connect();
      const message = { ...params, command, api_version: 2 };
      return await client.request(message);
    } catch (error) {
      throw clientError(error);
    }
  };
  const wakers = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of [...wakers]) wake();
  };
  // The stream only wakes the waiting calls; without a subscription, polling still finds the outcome, later.
  const subscribe = (): void => {
    request('subscribe', { streams: ['ledger'] }).catch(() => undefined);
  };
  const renew = (): void => {
    subscribe();
    wakeAll();
  };
  return {
    async request(command, params, options = {}) {
      throwIfAborted(options.signal);
      const answer = await unlessAborted(request(command, params), options.signal);
      if (!isObject(answer) || !isObject(answer.result)) {
        throw new UnexpectedAnswerError('xrpl', 'it has no result');
      }
      return answer.result;
    },
    onLedger(wake) {
      wakers.add(wake);
      if (wakers.size === 1) {
        client.on('ledgerClosed', wakeAll);
        client.on('connected', renew);
        subscribe();
      }
      return () => {
        if (!wakers.delete(wake) || wakers.size > 0) return;
        client.removeListener('ledgerClosed', wakeAll);
        client.removeListener('connected', renew);
      };
    },
  };
}

/** rippled's own errors arrive in `data`; everything else means that no answer came. */
function clientError(error: unknown): Error {
  const data = error instanceof Error && 'data' in error ? error.data : undefined;
  if (isObject(data) && typeof data.error === 'string') {
    const { error_message: message } = data;
    return new XrplNodeError(data.error, typeof message === 'string' ? message : undefined);
  }
  return new UnreachableError('xrpl', error instanceof Error ? error.name : 'the client failed');
}
