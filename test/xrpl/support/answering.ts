import { systemClock } from '../../../src/core/clock.js';
import { jsonRpcTransport } from '../../../src/xrpl/index.js';
import { XrplNode } from '../../../src/xrpl/node/node.js';

const MAINNET = 0;

/** A node of the main network that answers that, whatever it is asked. */
export function answering(result: Readonly<Record<string, unknown>>, status = 200): XrplNode {
  const fetch = async (_: unknown, request?: RequestInit) => {
    const isState = JSON.parse(String(request?.body)).method === 'server_state';
    const state = { status: 'success', state: { build_version: '3.0.0' } };
    return Response.json({ result: isState && !result.state ? state : result }, { status });
  };
  const transport = jsonRpcTransport('https://node.example', { fetch });
  const retry = { attempts: 1 };
  return new XrplNode({
    transport,
    networkId: MAINNET,
    retry,
    clock: systemClock,
    random: undefined,
  });
}
