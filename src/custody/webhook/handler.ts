import { ConfigurationError } from '../../core/errors.js';
import type { Listener } from '../../core/events.js';
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
 * What is done with the custody's webhooks.
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
  /** Whose waiting ends with the webhook: a {@link FireblocksRawSigner}. */
  readonly signer?: { handleWebhook(event: WebhookEvent): unknown };
  /**
   * Called once for each event, whatever it is about; again when it failed. Keep it short: the custody
   * waits for it, and repeats what it waited for in vain.
   */
  readonly onEvent?: (event: WebhookEvent) => void | Promise<void>;
  /** Bytes that a body may have. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Hears of every webhook that was not taken: the place to log what the answer doesn't show. Default: what
   * fails by no fault of the caller is written with `console.error`, with its request id.
   */
  readonly onError?: Listener<HttpFailure>;
}

/** How many events are remembered, to recognise one that comes again. */
const MAX_REMEMBERED = 10_000;

/**
 * Takes the custody's webhooks: POST, at whatever path it is mounted. It fits Hono, Bun and Deno as it
 * is, and node:http, Express and Fastify through `toNodeListener`.
 *
 * Answers 200 when an event was taken, was taken before, or means nothing here. A missing or wrong
 * signature, or another workspace than the verifier was given, is 401, a body that can't be read 400, one
 * too large 413: the custody repeats none of these. What is not the webhook's fault (the keys can't be
 * had, `onEvent` failed) is 5xx, which it repeats.
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
  const { verify, signer, onEvent, maxBodyBytes, onError } = options;
  if (typeof verify !== 'function') {
    throw new ConfigurationError('verify', 'must be a verifier: see webhookVerifier');
  }
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
      if (method !== 'POST') throw new HttpError('ROUTE_NOT_FOUND', 'Webhooks are posted.');
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

/** Takes each event once. One that failed may come again. */
class TakenEvents {
  readonly #take: (event: WebhookEvent) => Promise<void>;
  readonly #known = new Map<string, Promise<void>>();

  constructor(take: (event: WebhookEvent) => Promise<void>) {
    this.#take = take;
  }

  take(event: WebhookEvent): Promise<void> {
    const known = this.#known.get(event.id);
    // Also while it is under way: its repetition is answered as it will be.
    if (known !== undefined) return known;
    const taking = this.#take(event);
    keepRecent(this.#known, MAX_REMEMBERED, event.id, taking);
    taking.catch(() => this.#known.delete(event.id));
    return taking;
  }
}
