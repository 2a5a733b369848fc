import type { KeyObject } from 'node:crypto';
import { Fireblocks } from '@fireblocks/ts-sdk';
import { FireblocksSDK } from 'fireblocks-sdk';
import {
  type CallSettings,
  clientFromFireblocksSdk,
  clientFromTsSdk,
  type FireblocksClient,
  FireblocksRestClient,
} from '../../src/fireblocks/index.js';

/** What a client needs of a custody; a sandbox's has it all. */
export interface CustodyAccess {
  readonly apiKey: string;
  readonly apiSecret: string | KeyObject;
  /** Without `/v1`. */
  readonly url: string;
}

/** One of the ways to reach the custody. */
export interface ClientKind {
  readonly name: string;
  connect(access: CustodyAccess, settings?: CallSettings): FireblocksClient;
}

const pemOf = (secret: string | KeyObject) =>
  typeof secret === 'string' ? secret : secret.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Every client there is: `describe.each(CLIENTS)('with $name', ({ connect }) => ...)`. */
export const CLIENTS: readonly ClientKind[] = [
  {
    name: 'FireblocksRestClient',
    connect: ({ apiKey, apiSecret, url }, settings) =>
      new FireblocksRestClient({ apiKey, apiSecret, basePath: url, ...settings }),
  },
  {
    name: 'fireblocks-sdk',
    connect: ({ apiKey, apiSecret, url }, settings) =>
      clientFromFireblocksSdk(new FireblocksSDK(pemOf(apiSecret), apiKey, url), settings),
  },
  {
    name: '@fireblocks/ts-sdk',
    connect: ({ apiKey, apiSecret, url }, settings) =>
      clientFromTsSdk(
        new Fireblocks({ apiKey, secretKey: pemOf(apiSecret), basePath: `${url}/v1` }),
        settings,
      ),
  },
];
