import { describe, expect, it } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { Ledger } from '../../src/aptos/node/fullnode.js';
import { submitBlob } from '../../src/aptos/node/submission.js';
import { GatewayError } from '../../src/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { answeringNodes } from '../support/answering-nodes.js';
import { rejectionOf } from '../support/world.js';

const HEADERS = {
  'x-aptos-chain-id': '4',
  'x-aptos-ledger-version': '50',
  'x-aptos-ledger-timestampusec': '900000000',
};

/** A node's only answer. */
function answering(code: string, status: number, headers: Record<string, string> = HEADERS) {
  return answeringNodes('aptos', () => {
    const body = { error_code: code, message: 'as it says', vm_error_code: null };
    return Response.json(body, { status, headers });
  });
}

/** What becomes of a signed transaction: in what state it is, or that the failure tells nothing. */
async function submittedTo(...given: Parameters<typeof answering>): Promise<string> {
  try {
    return (await submitBlob(new Ledger(answering(...given), 4), 'ab', {})).state;
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError);
    return 'open';
  }
}

/** Whether a question that failed like this may do better later. */
async function retried(...given: Parameters<typeof answering>): Promise<boolean> {
  const ledger = new Ledger(answering(...given), 4);
  const error = await rejectionOf(ledger.once({}, (node) => node.gasUnitPrice()));
  expect(error).toMatchObject({ code: 'APTOS_NODE', details: { errorCode: given[0] } });
  return (error as GatewayError).retryable;
}

describe('an error of the API', () => {
  it.each([
    // What isn't there.
    ['account_not_found', 404, 'refused', false],
    ['version_not_found', 404, 'refused', false],
    ['transaction_not_found', 404, 'refused', false],
    ['block_not_found', 404, 'refused', false],
    // What is no more.
    ['version_pruned', 410, 'refused', false],
    ['block_pruned', 410, 'refused', false],
    // What was asked wrongly, or of the wrong node.
    ['invalid_input', 400, 'refused', false],
    ['invalid_input', 403, 'refused', false],
    ['web_framework_error', 400, 'refused', false],
    ['bcs_not_supported', 400, 'refused', false],
    ['api_disabled', 403, 'refused', false],
    // 500 in all that were read, and no failure: this node's operator lets no such transaction pass.
    ['rejected_by_filter', 500, 'refused', false],
    // What is about a transaction that may be in.
    ['invalid_transaction_update', 400, 'unclear', false],
    ['sequence_number_too_old', 400, 'unclear', false],
    // Not now.
    ['mempool_is_full', 507, 'busy', true],
    ['overloaded', 503, 'busy', true],
    // Whatever became of it.
    ['internal_error', 500, 'open', true],
    ['health_check_failed', 503, 'open', true],
    ['rate_limited', 500, 'open', true],
    ['node_not_bootstrapped', 503, 'open', true],
    // Movement's own, and what nobody has heard of yet: by the status.
    ['compilation_error', 400, 'refused', false],
    ['of_next_year', 400, 'refused', false],
    ['of_next_year', 503, 'open', true],
  ])('%s (%i) leaves a transaction %s', async (code, status, state, isRetried) => {
    expect(await submittedTo(code, status)).toBe(state);
    expect(await retried(code, status)).toBe(isRetried);
  });

  it('may come without a word of the ledger, from a node that looks at no request', async () => {
    expect(await submittedTo('overloaded', 503, {})).toBe('busy');
    expect(await retried('overloaded', 503, {})).toBe(true);
  });
});

it.each([2n ** 63n, 2n ** 64n])('a number that no account has is no answer: %d', async (number) => {
  const said = { sequence_number: `${number}`, authentication_key: `0x${'0'.repeat(64)}` };
  const nodes = answeringNodes('aptos', () => Response.json(said, { headers: HEADERS }));
  const ledger = new Ledger(nodes, 4);
  const error = await rejectionOf(ledger.once({}, (node) => node.account('0x1')));
  expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', peer: 'aptos' });
});

describe('an answer of what is in front of a node', () => {
  it.each([
    [413, 'Payload Too Large'],
    [401, 'Unauthorized: API key not found'],
    [502, '<html>'],
  ])('says nothing of a transaction (%i)', async (status, text) => {
    const nodes = answeringNodes('aptos', () => new Response(text, { status }));
    const error = await rejectionOf(submitBlob(new Ledger(nodes, 4), 'ab', {}));
    expect(error).toMatchObject({ details: { errorCode: `http_${status}` } });
  });
});

describe('a node that serves no such request', () => {
  it.each(['api_disabled', 'bcs_not_supported', 'rejected_by_filter', 'web_framework_error'])(
    'has another one asked (%s)',
    async (code) => {
      const hosts: string[] = [];
      const gateway = new AptosGateway({
        signer: new LocalRawSigner({ seed: 'codes', quiet: true }),
        network: {
          fullnodeUrl: ['https://one.example/v1', 'https://two.example/v1'],
          indexerUrl: 'https://indexer.example/v1/graphql',
          chainId: 4,
        },
        fetch: async (url) => {
          const { hostname } = new URL(url);
          hosts.push(hostname);
          if (hostname === 'two.example') return Response.json(['7'], { headers: HEADERS });
          const body = { error_code: code, message: 'not here' };
          return Response.json(body, { status: 403, headers: HEADERS });
        },
      });
      expect(await gateway.getBalance('0')).toMatchObject({ amount: '7' });
      expect(hosts).toEqual(['one.example', 'two.example']);
    },
  );
});
