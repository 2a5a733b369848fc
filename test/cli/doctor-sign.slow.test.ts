import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromHex } from '../../src/core/bytes.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import type { ApprovalDecision, ApprovalRequest } from '../../src/sandbox/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { run } from '../support/cli.js';
import { CHAINS, type Chain, type Diagnosis, failures, Workspace } from '../support/doctor.js';

let workspace: Workspace;
let asked: ApprovalRequest[];
let decision: ApprovalDecision;
beforeEach(async () => {
  asked = [];
  decision = 'approve';
  const approvals = (request: ApprovalRequest) => {
    asked.push(request);
    return decision;
  };
  workspace = await Workspace.start({ approvals });
});
afterEach(() => workspace.stop());

async function sign(chain: Chain, ...args: readonly string[]): Promise<Diagnosis> {
  return workspace.doctor(chain, {}, ['--sign', ...args]);
}

const bytesOf = ({ messages }: ApprovalRequest) => fromHex(messages[0]?.content ?? '');

/** What the message is said to be, of which only the content is signed. */
function textIn({ extraParameters }: ApprovalRequest): string {
  return JSON.parse(JSON.stringify(extraParameters)).unhashedTxPayload.message;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

describe.each(CHAINS)('doctor %s --sign', (chain) => {
  test('asks for one signature, verifies it, and sends nothing', async () => {
    const told = await sign(chain);
    expect([failures(told), told.code]).toEqual([[], 0]);
    expect(told.named('raw signing')).toEqual({
      name: 'raw signing',
      status: 'ok',
      found: 'allowed: the signature verifies with the key of the vault account; nothing was sent',
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      operation: 'RAW',
      note: 'custody-gateways doctor: a test of raw signing. This is no transaction: nothing is sent, and no money can move.',
    });
    expect(workspace.sandbox.custody.transactions).toHaveLength(1);
  });

  test('asks with the key that signs the transactions', async () => {
    await sign(chain);
    const [key] = (asked[0]?.messages ?? []).map(({ derivationPath }) => derivationPath);
    expect(key).toEqual([44, chain === 'aptos' ? 637 : 1, 0, 0, 0]);
    expect(asked[0]?.assetId).toBe(chain === 'xrpl' ? 'XRP_TEST' : undefined);
  });

  test('has a text signed that no chain takes for its own', async () => {
    await sign(chain);
    const [request] = asked;
    if (!request) throw new Error('nothing was asked');
    const text = textIn(request);
    expect(text).toMatch(/^custody-gateways doctor: a test of raw signing\. .* Key: [\w-]{36}$/);
    const content = bytesOf(request);
    expect(content).toEqual(chain === 'aptos' ? utf8(text) : sha256(utf8(text)));
    // A chain that hashes once or not at all would have to find its own prefix.
    const prefixes = ['STX\0', 'SMT\0', 'CLM\0', 'APTOS', 'SIP018', '\x17Stacks', '\x18Bitcoin'];
    for (const prefix of prefixes) expect(text.startsWith(prefix)).toBe(false);
    // Bitcoin hashes twice: the text would have to be a digest.
    expect(utf8(text).length).not.toBe(32);
  });

  test('asks anew in each run, and for the same request with the same --key', async () => {
    await sign(chain);
    await sign(chain, '--key', 'again');
    await sign(chain, '--key', 'again');
    const ids = asked.map(({ externalTxId }) => externalTxId);
    expect(ids).toEqual([expect.stringMatching(/^doctor-[\w-]{36}$/), 'doctor-again']);
    expect(new Set(asked.map(({ messages }) => messages[0]?.content)).size).toBe(2);
  });

  test('says that a policy forbids it', async () => {
    decision = 'block';
    const told = await sign(chain);
    expect([failures(told), told.code]).toEqual([['raw signing'], 1]);
    expect(told.named('raw signing')).toMatchObject({
      found: expect.stringMatching(/^the policy forbids it \(BLOCKED, BLOCKED_BY_POLICY\), id /),
      next: expect.stringContaining('“Raw signing and its policy”'),
    });
  });

  test('says that an approver is awaited, and how to go on', async () => {
    decision = 'wait';
    const told = await sign(chain, '--key', 'monday', '--wait', '0');
    const [pending] = workspace.sandbox.custody.transactions;
    expect([failures(told), told.code]).toEqual([[], 3]);
    expect(told.named('raw signing')).toMatchObject({
      status: 'pending',
      found: expect.stringContaining(`id ${pending?.id}`),
      next: `have it approved, then run: custody-gateways doctor ${chain} --vault 0 --sign --key monday`,
    });
    workspace.sandbox.custody.approve(pending?.id ?? '');
    const later = await sign(chain, '--key', 'monday');
    expect([later.named('raw signing')?.status, later.code]).toEqual(['ok', 0]);
    expect(asked).toHaveLength(1);
  });

  test('finds a signature of another message', async () => {
    workspace.sandbox.custody.editSignatures((messages) =>
      messages.map((message) => ({ ...message, signature: { fullSig: '11'.repeat(64) } })),
    );
    const told = await sign(chain);
    expect([failures(told), told.code]).toEqual([['raw signing'], 1]);
    expect(told.named('raw signing')?.found).toMatch(/^a signature came that is not valid: /);
  });
});

test('finds a signature by another key', async () => {
  const other = secp256k1.utils.randomSecretKey();
  workspace.sandbox.custody.editSignatures((messages) =>
    messages.map((message) => {
      const digest = fromHex(message.content) ?? new Uint8Array();
      const signature = secp256k1.sign(digest, other, { prehash: false });
      return { ...message, signature: { fullSig: Buffer.from(signature).toString('hex') } };
    }),
  );
  const told = await sign('xrpl');
  expect([failures(told), told.code]).toEqual([['raw signing'], 1]);
  expect(told.named('raw signing')).toMatchObject({
    found: 'a signature came that is not valid: it does not verify',
    next: expect.stringContaining('send nothing to this vault account'),
  });
});

test.each([
  [{ decision: 'reject' }, 'unknown', /person or a callback handler refused it \(REJECTED, REJ/],
  [{ decision: 'expire', afterMs: 0 }, 'failed', /^it ended unsigned \(FAILED, TIMEOUT\)/],
  [
    { decision: 'fail', subStatus: 'SIGNER_NOT_FOUND' },
    'failed',
    /^it ended unsigned \(FAILED, SIGNER_NOT_FOUND\)/,
  ],
] as const)('says what %j means', async (refusal, status, found) => {
  decision = refusal;
  const told = await sign('xrpl');
  expect(told.named('raw signing')).toMatchObject({ status, found: expect.stringMatching(found) });
});

test('a user that may not make raw requests is told so', async () => {
  const effect = {
    kind: 'answer',
    status: 403,
    body: { message: 'Unauthorized', code: -8 },
  } as const;
  workspace.sandbox.inject({ server: 'custody', method: 'POST', times: 100, effect });
  const told = await sign('xrpl');
  expect([failures(told), told.code]).toEqual([['raw signing'], 1]);
  expect(told.named('raw signing')).toMatchObject({
    next: expect.stringContaining('“Users and roles”'),
  });
});

test('a user that may not read public keys learns that raw signing is allowed', async () => {
  const body = { message: 'Unauthorized', code: -8 };
  const effect = { kind: 'answer', status: 403, body } as const;
  workspace.sandbox.inject({ server: 'custody', path: /public_key_info/, times: 100, effect });
  const told = await sign('xrpl');
  expect(told.named('raw signing')).toMatchObject({
    status: 'unknown',
    found: 'allowed: a signature came, which can’t be verified without the public key',
  });
  expect(asked).toHaveLength(1);
});

test('without an answer it is not known whether Fireblocks has the request', async () => {
  const effect = { kind: 'answer', status: 500, body: {} } as const;
  workspace.sandbox.inject({ server: 'custody', method: 'POST', times: 100, effect });
  const told = await sign('xrpl', '--key', 'lost', '--wait', '0');
  expect(told.named('raw signing')).toMatchObject({
    status: 'pending',
    next: expect.stringContaining('--sign --key lost'),
  });
  expect(told.code).toBe(3);
});

test('a request that waits for an approver does not delay a transfer', async () => {
  decision = 'wait';
  await sign('xrpl', '--wait', '0');
  decision = 'approve';
  const { custody, xrpl } = workspace.sandbox;
  const { apiKey, apiSecret, url: basePath } = custody;
  const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath });
  const network = { url: xrpl.url, networkId: xrpl.networkId };
  const gateway = new XrplGateway({ signer, network });
  const to = await gateway.getAddress('1');
  const { receipt } = await gateway.transfer('0', { to, amount: '25 XRP' }, { laneTimeoutMs: 1 });
  expect(receipt.hash).toMatch(/^[0-9A-F]{64}$/);
});

test('the key is said before anything is asked, and nothing is asked where a setting is missing', async () => {
  const { err } = await sign('xrpl');
  expect(err).toMatch(/^--key [\w-]{36}\n$/);
  asked = [];
  await workspace.doctor('xrpl', { CUSTODY_API_PATH_TO_SECRET: '/no/such.pem' }, ['--sign']);
  expect(asked).toEqual([]);
});

test.each([
  [['--key', 'x'], '--key is for --sign.'],
  [['--wait', '1'], '--wait is for --sign.'],
  [['--sign', '--key', 'a b'], '--key must be 1 to 57 letters, digits, - or _.'],
  [['--sign', '--wait', 'x'], '--wait must be a whole number of seconds, 0 to 86400.'],
])('doctor xrpl %j is a mistake', async (args, message) => {
  expect(await run(['doctor', 'xrpl', ...args])).toMatchObject({ code: 2, err: `${message}\n` });
});
