import type { HttpHandler } from '../http/router.js';
import { type GatewayHandlerOptions, gatewayHandler } from '../server/handler.js';
import type { StacksGateway } from './gateway.js';
import { stacksApi } from './routes/index.js';

/**
 * A {@link StacksGateway} over HTTP: a route for each of its operations, as the specification has them under
 * `/api/:vaultId`, and routes for the outcome of a transaction under `/api/requests`.
 *
 * A POST makes one transaction for its `Idempotency-Key`; a key is made when there is none, and every answer
 * carries it. If it is not final after `waitMs`, the answer is 202 with a `Location`, and the transaction goes
 * on: ask there, or repeat the same POST. Errors are JSON, in the shape of {@link ErrorBody}. Bodies of errors
 * carry `success: false`, too.
 *
 * The specification defines no access control, so without `authorize` every client that can reach it may call it;
 * pages of other sites are refused in any case. `/api-docs` is a page to try the routes on, `/healthz` and
 * `/readyz` are for operators.
 *
 * @throws ConfigurationError naming the option at fault.
 *
 * @example
 * ```ts
 * import { LocalRawSigner } from 'custody-gateways/signer';
 * import { stacksHandler } from 'custody-gateways/http';
 * import { startSandbox } from 'custody-gateways/sandbox';
 * import { StacksGateway } from 'custody-gateways/stacks';
 *
 * const sandbox = await startSandbox();
 * const gateway = new StacksGateway({
 *   signer: new LocalRawSigner({ seed: 'development only', quiet: true }),
 *   network: { network: 'testnet', url: sandbox.stacks.url },
 * });
 * const handler = stacksHandler(gateway, {
 *   authorize: ({ headers }) => headers.get('authorization') === 'Bearer a token of your own',
 * });
 * const headers = { authorization: 'Bearer a token of your own' };
 * const url = 'http://localhost/api/0/address';
 * const response = await handler(new Request(url, { headers }));
 * await response.json(); // { address: 'ST...' }
 * await sandbox.stop();
 * ```
 */
export function stacksHandler(
  gateway: StacksGateway<boolean>,
  options: GatewayHandlerOptions = {},
): HttpHandler {
  return gatewayHandler(gateway, stacksApi(), options);
}
