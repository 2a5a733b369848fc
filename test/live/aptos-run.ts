import { AptosGateway, type AptosGatewayOptions } from '../../src/aptos/index.js';
import type { Fetch } from '../../src/core/http.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { type AptosLive, aptosOperations, aptosTable, callOfAptos } from './aptos.js';
import { Exchanges } from './exchanges.js';
import { type Run, run } from './run.js';

/** Where the operations run. */
export interface AptosPlace {
  /** Ends with `/v1`. */
  readonly fullnodeUrl: string;
  readonly indexerUrl: string;
  /** Of the keys, which are worth nothing: the same one finds its accounts again. */
  readonly seed: string;
  readonly patienceMs: number;
  readonly fund: AptosLive['fund'];
  readonly fetch: Fetch;
  readonly tuning?: Pick<AptosGatewayOptions, 'polling' | 'retry'>;
}

/** The operations of the table, as a backend does them that knows of a network only where it is. */
export async function runOnAptos(place: AptosPlace): Promise<Run> {
  const { fullnodeUrl, indexerUrl, seed, patienceMs, fund, fetch, tuning } = place;
  const exchanges = new Exchanges(callOfAptos, fetch);
  const signer = new LocalRawSigner({ seed, quiet: true });
  // Which chain it is, each has to find out.
  const network = { fullnodeUrl, indexerUrl };
  const another = () => new AptosGateway({ signer, network, fetch: exchanges.fetch, ...tuning });
  const world = { exchanges, gateway: another(), another, fullnodeUrl, patienceMs, fund };
  return run(aptosTable, aptosOperations, world, exchanges);
}
