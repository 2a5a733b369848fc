import type { HttpHandler } from '../http/router.js';
import { type GatewayHandlerOptions, gatewayHandler } from '../server/handler.js';
import type { AptosGateway } from './gateway.js';
import { aptosApi } from './routes/index.js';

/**
 * An {@link AptosGateway} over HTTP: a route for each of its operations, as the specification has them under
 * `/api/:vaultId`, and routes for the outcome of a transaction under `/api/requests`.
 *
 * A POST makes one transaction for its `Idempotency-Key`; a key is made when there is none, and every answer
 * carries it. If it is not final after `waitMs`, the answer is 202 with a `Location`, and the transaction goes
 * on: ask there, or repeat the same POST. Errors are JSON, in the shape of {@link ErrorBody}.
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
 * import { aptosHandler } from 'custody-gateways/http';
 * import { startSandbox } from 'custody-gateways/sandbox';
 * import { AptosGateway } from 'custody-gateways/aptos';
 *
 * const sandbox = await startSandbox();
 * const gateway = new AptosGateway({
 *   signer: new LocalRawSigner({ seed: 'development only', quiet: true }),
 *   network: sandbox.aptos,
 * });
 * const handler = aptosHandler(gateway, {
 *   authorize: ({ headers }) => headers.get('authorization') === 'Bearer a token of your own',
 * });
 * const headers = { authorization: 'Bearer a token of your own' };
 * const url = 'http://localhost/api/0/address';
 * const response = await handler(new Request(url, { headers }));
 * await response.json(); // { address: '0x...' }
 * await sandbox.stop();
 * ```
 */
export function aptosHandler(
  gateway: AptosGateway,
  options: GatewayHandlerOptions = {},
): HttpHandler {
  return gatewayHandler(gateway, aptosApi(), options);
}
