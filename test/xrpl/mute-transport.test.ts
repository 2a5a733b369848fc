import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.js';
import { UnreachableError } from '../../src/index.js';
import { XrplGateway, type XrplTransport } from '../../src/xrpl/index.js';
import { Ledger } from '../../src/xrpl/node/ledger.js';
import { readTickets } from '../../src/xrpl/node/ticket-list.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { ManualClock } from '../support/manual-clock.js';
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

/** One operator, whose word is enough. */
function askedOf(transport: XrplTransport, clock: Clock) {
  const settings = { networkId: 1, retry: undefined, clock, random: undefined };
  return { ledger: new Ledger(transport, settings), agree: 1, clock };
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

test('a stream that can’t be left changes nothing of what is told', async () => {
  const node = new FakeXrplNode();
  let left = 0;
  const gateway = new XrplGateway({
    signer: new RecordingSigner(),
    network: { url: 'https://node.example', networkId: 1 },
    transport: {
      request: (command, params) => node.request(command, params),
      onLedger: () => () => {
        left += 1;
        throw new Error('A client of their own.');
      },
    },
  });
  const { status } = await gateway.submit('0', { TransactionType: 'AccountSet' });
  expect(status).toBe('confirmed');
  expect(left).toBe(1);
});

test('a list of Tickets without an end ends after a minute', async () => {
  const clock = new ManualClock();
  let pages = 0;
  const transport: XrplTransport = {
    request: async (command) => {
      if (command === 'server_state') return { state: { network_id: 1 } };
      await clock.pass(1_000);
      pages += 1;
      return { account_objects: [], ledger_index: 7, marker: `${pages}` };
    },
  };
  const error = await rejectionOf(readTickets(askedOf(transport, clock), 'r', {}));
  expect(error).toMatchObject({ code: 'UNREACHABLE', peer: 'xrpl', retryable: true });
  expect(pages).toBeLessThan(65);
});

test.each([0, -1, 2 ** 32])('a list with the Ticket %d is no answer', async (TicketSequence) => {
  const transport: XrplTransport = {
    request: async (command) => {
      if (command === 'server_state') return { state: { network_id: 1 } };
      return { account_objects: [{ TicketSequence }], ledger_index: 7 };
    },
  };
  const error = await rejectionOf(readTickets(askedOf(transport, systemClock), 'r', {}));
  expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', peer: 'xrpl' });
});
