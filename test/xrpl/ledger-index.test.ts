import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnexpectedAnswerError } from '../../src/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { ManualClock } from '../support/manual-clock.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

const TRUE_INDEX = 90_000_000;
const MINUTE_MS = 60_000;
/** The approval is at once; five minutes of ledgers are left for sending. */
const LIFETIME = 100;

describe('the ledger index that a node says it is at', () => {
  let clock: ManualClock;
  let node: FakeXrplNode;
  let signer: RecordingSigner;
  beforeEach(() => {
    clock = new ManualClock();
    clock.setWall(Date.UTC(2026, 8));
    node = new FakeXrplNode();
    node.networkId = 0;
    signer = new RecordingSigner();
  });
  afterEach(() => {
    signer.requests.length = 0;
  });

  const gatewayFor = (networkId: number) => {
    node.networkId = networkId;
    const network = { url: 'https://xrpl.invalid', networkId };
    return new XrplGateway({ signer, network, transport: node, clock });
  };
  const pay = (gateway: XrplGateway) => gateway.accountSet('0', { configs: { tickSize: 5 } });
  const signedFor = () => {
    const [payload] = signer.requests.map(({ unhashedPayload }) => unhashedPayload);
    return Number(Object(payload).LastLedgerSequence);
  };

  /** A salt makes it up to a quarter longer. */
  const expectUsualExpiry = () => {
    const ledgers = signedFor() - TRUE_INDEX - 1;
    expect(ledgers).toBeGreaterThanOrEqual(LIFETIME);
    expect(ledgers).toBeLessThanOrEqual(LIFETIME * 1.25);
  };

  it.each([0, 1, 21_338])('has nothing signed for thousands of years (network %i)', async (id) => {
    node.ledgerIndex = 4_000_000_000;
    const error = await rejectionOf(pay(gatewayFor(id)));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ retryable: true });
    expect(String(error)).toMatch(/ledger 4000000001 yet: the node or the clock here is wrong/);
    expect(signer.requests).toEqual([]);
    node.ledgerIndex = TRUE_INDEX;
    await pay(gatewayFor(id));
    expectUsualExpiry();
  });

  it('is the lower of what two answers say', async () => {
    node.on('fee', () => ({
      drops: { base_fee: '10', minimum_fee: '10', open_ledger_fee: '10' },
      ledger_current_index: TRUE_INDEX + 5_000_000,
    }));
    await pay(gatewayFor(0));
    expectUsualExpiry();
  });

  it('advances by a ledger in two seconds at the most, and an hour’s that a node was behind', async () => {
    const gateway = gatewayFor(0);
    await pay(gateway);
    signer.requests.length = 0;
    node.ledgerIndex = TRUE_INDEX + 1_001;
    expect(await rejectionOf(pay(gateway))).toBeInstanceOf(UnexpectedAnswerError);
    expect(signer.requests).toEqual([]);
    node.ledgerIndex = TRUE_INDEX + 1_000;
    await pay(gateway);
    // What was taken on trust once is not where the next hour begins.
    node.ledgerIndex = TRUE_INDEX + 1_010;
    expect(await rejectionOf(pay(gateway))).toBeInstanceOf(UnexpectedAnswerError);
    await clock.pass(MINUTE_MS);
    await pay(gateway);
  });

  it('may advance faster on networks of which nothing is known', async () => {
    const gateway = gatewayFor(1);
    await pay(gateway);
    node.ledgerIndex += 5_000;
    await pay(gateway);
  });

  it('is not held against a clock that shows a time before this was written', async () => {
    clock.setWall(0);
    await pay(gatewayFor(0));
    expectUsualExpiry();
  });
});
