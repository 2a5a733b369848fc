import { ConfigurationError } from '../../core/errors.js';
import type { Listener } from '../../core/events.js';
import { knownOptions } from '../../core/known-options.js';
import { keepRecent } from '../../core/recent.js';
import { readBytes } from '../../http/body.js';
import { errorResponse } from '../../http/error-response.js';
import { HttpError } from '../../http/errors.js';
import { failuresFor, type HttpFailure } from '../../http/failures.js';
import { requestIdOf } from '../../http/request-id.js';
import { clientPathOf } from '../../http/request-target.js';
import { jsonResponse } from '../../http/responses.js';
import type { HttpHandler } from '../../http/router.js';
import type { WebhookEvent } from './event.js';
import type { WebhookVerifier } from './verifier.js';

/**
 * How Fireblocks' webhooks are handled.
 *
 * @example
 * ```ts
 * import { type WebhookHandlerOptions, webhookHandler, webhookVerifier } from 'custody-gateways/fireblocks';
 *
 * const rejected: string[] = [];
 * const options: WebhookHandlerOptions = {
 *   verify: webhookVerifier({ keySet: 'US' }),
 *   onEvent: ({ transaction }) => {
 *     if (transaction?.status === 'REJECTED') rejected.push(transaction.id);
 *   },
 * };
 * webhookHandler(options);
 * ```
 */
export interface WebhookHandlerOptions {
  /** From {@link webhookVerifier}. */
  readonly verify: WebhookVerifier;
  /** The signer whose waits end with the webhook: a {@link FireblocksRawSigner}. */
  readonly signer?: {
    /** Gets each event that was verified. */
    handleWebhook(event: WebhookEvent): unknown;
  };
  /**
   * Called once for each event of any type; again when it failed. Keep it short, and limit its time: Fireblocks waits
   * for it, and repeats the webhook when it waited too long; the repetition waits for the same call.
   */
  readonly onEvent?: (event: WebhookEvent) => void | Promise<void>;
  /** The largest body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Receives every webhook that was not accepted: the place to log what the answer doesn't show. Default: failures
   * that are not the caller's fault are written with `console.error`, with their request id.
   */
  readonly onError?: Listener<HttpFailure>;
}

/** How many events are remembered, to recognise repeated ones. */
const MAX_REMEMBERED = 10_000;

/**
 * Receives Fireblocks' webhooks: POST, at any path where it is mounted. Hono, Bun and Deno accept it directly, and
 * node:http, Express and Fastify through `toNodeListener`.
 *
 * Answers 200 when an event was accepted, was accepted before, or is of no interest here. A missing or wrong
 * signature, or another workspace than the verifier was given, is 401, a body that can't be read 400, one too large
 * 413: Fireblocks repeats none of these. A failure that is not the webhook's fault (the keys can't be read, `onEvent`
 * failed) is 5xx, which Fireblocks repeats.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { FireblocksRawSigner, webhookHandler, webhookVerifier } from 'custody-gateways/fireblocks';
 * import { toNodeListener } from 'custody-gateways/http';
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { apiKey, apiSecret, url: basePath, webhooks } = sandbox.custody;
 * const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath, webhooks: {} });
 * const verify = webhookVerifier({ keySet: webhooks.jwksUrl }); // or 'US', 'EU', 'EU2', 'sandbox'
 * const server = createServer(toNodeListener(webhookHandler({ verify, signer })));
 * server.close();
 * await sandbox.stop();
 * ```
 */
export function webhookHandler(options: WebhookHandlerOptions): HttpHandler {
  knownOptions(options, {
    verify: 'function',
    signer: 'object',
    onEvent: 'function',
    maxBodyBytes: 'number',
    onError: 'function',
  });
  const { verify, signer, onEvent, maxBodyBytes, onError } = options;
  if (!verify) throw new ConfigurationError('verify', 'must be a webhookVerifier');
  const tell = failuresFor(onError);
  const taken = new TakenEvents(async (event) => {
    signer?.handleWebhook(event);
    await onEvent?.(event);
  });

  return async (request) => {
    const { method, headers } = request;
    const requestId = requestIdOf(request);
    const path = clientPathOf(request);
    try {
      if (method !== 'POST') throw new HttpError('ROUTE_NOT_FOUND', 'Webhooks are sent with POST.');
      const body = await readBytes(request, maxBodyBytes);
      await taken.take(await verify({ headers, body }));
      return jsonResponse({ received: true });
    } catch (error) {
      const response = errorResponse(error, requestId);
      tell({ requestId, method, path, error }, response.status);
      return response;
    }
  };
}

/** Processes each event once. An event that failed may come again. */
class TakenEvents {
  readonly #take: (event: WebhookEvent) => Promise<void>;
  readonly #known = new Map<string, Promise<void>>();

  constructor(take: (event: WebhookEvent) => Promise<void>) {
    this.#take = take;
  }

  take(event: WebhookEvent): Promise<void> {
    const known = this.#known.get(event.id);
    // Also while the event is being processed: its repetition gets the same answer.
    if (known !== undefined) return known;
    const taking = this.#take(event);
    keepRecent(this.#known, MAX_REMEMBERED, event.id, taking);
    taking.catch(() => this.#known.delete(event.id));
    return taking;
  }
}
