import type { Fullnode } from '../../../src/aptos/node/fullnode.js';
import { moduleAbi } from '../../../src/aptos/node/module.js';
import {
  account,
  block,
  gasEstimate,
  simulated,
  submitted,
} from '../../../src/aptos/node/node-answers.js';
import { nodeTransaction } from '../../../src/aptos/result.js';
import { fieldIn } from '../../support/recorded.js';

export const MODULE = 'GET /accounts/:address/module/:name';

const hashIn = (body: unknown) => String(fieldIn(body, 'hash'));
const BYTES = Uint8Array.of(0);
const VIEW = { function: '0x1::coin::balance', type_arguments: [], arguments: [] };

/** How each call's answer is read; of what has fields, by which schema. */
export const READERS: Readonly<
  Record<string, readonly [(node: Fullnode, body: unknown) => Promise<unknown>, unknown?]>
> = {
  'GET /': [(node) => node.ledger()],
  'GET /accounts/:address': [(node) => node.account('0x1'), account],
  [MODULE]: [(node) => node.module('0x1', 'coin'), moduleAbi],
  'GET /blocks/by_height/:height': [
    (node, body) => node.blockTime(BigInt(String(fieldIn(body, 'block_height')))),
    block,
  ],
  'GET /estimate_gas_price': [(node) => node.gasUnitPrice(), gasEstimate],
  'GET /transactions/by_hash/:hash': [
    (node, body) => node.transaction(hashIn(body)),
    nodeTransaction,
  ],
  'POST /transactions': [(node) => node.submit(BYTES), submitted],
  'POST /transactions/simulate': [
    (node) => node.simulate(BYTES, { price: true, gas: true }),
    simulated,
  ],
  'POST /view': [(node) => node.view(VIEW)],
};
