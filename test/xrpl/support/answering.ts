import type { XrplNode } from '../../../src/xrpl/node/node.js';
import { nodeOver, transportTo } from '../../support/xrpl-node.js';

const MAINNET = 0;

/** A node of the main network that answers that, whatever it is asked. */
export function answering(result: Readonly<Record<string, unknown>>, status = 200): XrplNode {
  const fetch = async (_: unknown, request?: RequestInit) => {
    const isState = JSON.parse(String(request?.body)).method === 'server_state';
    const state = { status: 'success', state: { build_version: '3.0.0' } };
    return Response.json({ result: isState && !result.state ? state : result }, { status });
  };
  return nodeOver(transportTo('https://node.example', fetch), MAINNET);
}
