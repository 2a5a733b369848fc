import { describe, expect, test } from 'vitest';
import { UnreachableError } from '../../src/index.js';
import { XrplGateway, type XrplTransport } from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

const mute = () => new Promise<never>(() => undefined);

function gatewayOver(request: XrplTransport['request']): XrplGateway {
  return new XrplGateway({
    signer: new RecordingSigner('mute'),
    network: { url: 'https://node.example', networkId: 7 },
    transport: { request },
  });
}

describe('a transport of one’s own that never answers', () => {
  test('is waited for only as long as a call may', async () => {
    const gateway = gatewayOver(mute);
    const error = await rejectionOf(gateway.getAccount('0', { timeoutMs: 20 }));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ peer: 'xrpl' });
    const signal = AbortSignal.timeout(20);
    expect(await rejectionOf(gateway.getAccount('0', { signal }))).toMatchObject({
      code: 'ABORTED',
    });
  });

  test('which network it is of holds up no call longer, and is asked once', async () => {
    const asked: string[] = [];
    const gateway = gatewayOver((command) => {
      asked.push(command);
      return command === 'server_state' ? mute() : Promise.resolve({ lines: [] });
    });
    const reads = [20, 30].map((timeoutMs) =>
      rejectionOf(gateway.getTrustLines('0', { timeoutMs })),
    );
    for (const error of await Promise.all(reads)) {
      expect(error).toMatchObject({ code: 'UNREACHABLE', peer: 'xrpl' });
    }
    expect(asked.toSorted()).toEqual(['account_lines', 'account_lines', 'server_state']);
  });
});
