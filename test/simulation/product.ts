import { AptosGateway } from '../../src/aptos/index.js';
import { AbortedError, GatewayError } from '../../src/core/errors.js';
import { happenedOf } from '../../src/core/known-error.js';
import { FireblocksRawSigner, webhookHandler } from '../../src/fireblocks/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway, xrplClientTransport } from '../../src/xrpl/index.js';
import { shareSeams } from './seams/mode.js';

/** What a simulated process runs of the package. Some processes may run that of another version. */
export const PRODUCT = {
  AbortedError,
  AptosGateway,
  FireblocksRawSigner,
  GatewayError,
  happenedOf,
  shareSeams,
  StacksGateway,
  webhookHandler,
  XrplGateway,
  xrplClientTransport,
};

export type Product = typeof PRODUCT;
