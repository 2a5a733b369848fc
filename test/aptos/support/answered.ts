import { type Fullnode, Ledger } from '../../../src/aptos/node/fullnode.js';
import { answeringNodes } from '../../support/answering-nodes.js';

/** As each answer of a node has them. */
export const HEADERS = {
  'x-aptos-chain-id': '4',
  'x-aptos-ledger-version': '7',
  'x-aptos-ledger-timestampusec': '1000000',
  'x-aptos-oldest-block-height': '0',
};

export const answered = (status: number, text: string) =>
  answeringNodes('aptos', () => new Response(text, { status, headers: HEADERS }));

/** Asks a node that answers so, whatever it is asked. */
export const ask = <T>(status: number, text: string, work: (node: Fullnode) => Promise<T>) =>
  new Ledger(answered(status, text), 4).once({}, work);
