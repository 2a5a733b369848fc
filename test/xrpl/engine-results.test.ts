import { afterEach, beforeEach, expect, it } from 'vitest';
import { VirtualTime } from '../support/virtual-time.js';
import { Capture } from './support/capture.js';

let time: VirtualTime;
beforeEach(() => {
  time = new VirtualTime();
});
afterEach(() => time.end());

it.each(['telCAN_NOT_QUEUE', 'telCAN_NOT_QUEUE_FULL', 'telINSUF_FEE_P', 'terRETRY'])(
  '%s is tried again until there is room',
  async (engine_result) => {
    const { gateway, node, signer } = await Capture.start();
    let times = 2;
    node.on('submit', (params) =>
      times-- > 0 ? { engine_result } : node.plainAnswer('submit', params),
    );
    const call = gateway.accountSet('0', { configs: { tickSize: 5 } });
    await expect(time.run(call)).resolves.toHaveProperty('result.validated', true);
    expect(node.paramsOf('submit')).toHaveLength(3);
    expect(new Set(node.paramsOf('submit').map(({ tx_blob }) => tx_blob)).size).toBe(1);
    expect(signer.requests).toHaveLength(1);
  },
);
