import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { FireblocksRawSigner, webhookVerifier } from '../../src/fireblocks/index.js';
import { ConfigurationError } from '../../src/index.js';
import { NetlinkClient } from '../../src/netlink/index.js';
import { ProviderApiClient } from '../../src/provider/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { thrownBy } from '../support/rejections.js';
import { signerOptions } from '../support/request-vectors.js';
import { rsaKeys } from '../support/rsa-keys.js';

const custodySigner = new RecordingSigner();
const apiSecret = rsaKeys('custody').privateKey;
const signer = new RequestSigner(signerOptions('hmac-sha256'));

/** Everything that takes the URL of a peer, and what its error names. */
const TAKERS: readonly (readonly [setting: string, of: string, (url: string) => unknown])[] = [
  [
    'network.url',
    'XrplGateway',
    (url) => new XrplGateway({ signer: custodySigner, network: { url, networkId: 1 } }),
  ],
  [
    'network.url',
    'AptosGateway',
    (url) => new AptosGateway({ signer: custodySigner, network: { url } }),
  ],
  [
    'network.fullnodeUrl',
    'AptosGateway',
    (fullnodeUrl) =>
      new AptosGateway({
        signer: custodySigner,
        network: { fullnodeUrl, indexerUrl: 'https://a.example', chainId: 2 },
      }),
  ],
  [
    'network.indexerUrl',
    'AptosGateway',
    (indexerUrl) =>
      new AptosGateway({
        signer: custodySigner,
        network: { fullnodeUrl: 'https://a.example', indexerUrl, chainId: 2 },
      }),
  ],
  [
    'network.url',
    'StacksGateway',
    (url) => new StacksGateway({ signer: custodySigner, network: { network: 'testnet', url } }),
  ],
  [
    'basePath',
    'FireblocksRawSigner',
    (basePath) => new FireblocksRawSigner({ apiKey: 'key', apiSecret, basePath }),
  ],
  ['keySet', 'webhookVerifier', (keySet) => webhookVerifier({ keySet })],
  ['baseUrl', 'NetlinkClient', (baseUrl) => new NetlinkClient({ baseUrl, signer })],
  ['baseUrl', 'ProviderApiClient', (baseUrl) => new ProviderApiClient({ baseUrl, signer })],
];

// fetch refuses such an address with its first request, and repeats all of it in the error.
it.each(TAKERS)('%s of %s names no user and no password', (setting, _, take) => {
  for (const url of [
    'https://hunter2@peer.example',
    'https://user:hunter2@peer.example',
    'http://user:hunter2@127.0.0.1:5005',
  ]) {
    const error = thrownBy(() => take(url));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting, message: expect.stringContaining('must have no user') });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hunter2');
  }
});
