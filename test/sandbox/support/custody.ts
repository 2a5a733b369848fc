import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { Fireblocks } from '@fireblocks/ts-sdk';
import { FireblocksSDK } from 'fireblocks-sdk';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';

/** The credentials of an API user. */
interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** What a token claims; tests change single claims to see them refused. */
interface Claims {
  readonly uri?: string;
  readonly nonce?: string;
  readonly iat?: number;
  readonly exp?: number;
  readonly sub?: string;
  readonly bodyHash?: string;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly claims?: Claims;
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials?: Credentials;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A custody sandbox, both vendor SDKs for it, and a plain client that can get everything wrong. */
export class TestCustody {
  readonly sandbox: Sandbox;

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  static async start(options: SandboxOptions = {}): Promise<TestCustody> {
    return new TestCustody(await startSandbox({ ledgerCloseMs: 0, ...options }));
  }

  stop(): Promise<void> {
    return this.sandbox.stop();
  }

  get older(): FireblocksSDK {
    const { apiSecret, apiKey, url } = this.sandbox.custody;
    return new FireblocksSDK(apiSecret, apiKey, url);
  }

  get newer(): Fireblocks {
    const { apiSecret, apiKey, url } = this.sandbox.custody;
    return new Fireblocks({ apiKey, secretKey: apiSecret, basePath: `${url}/v1` });
  }

  token({ path, body = '', claims = {}, credentials = this.sandbox.custody }: Call): string {
    const now = Math.floor(Date.now() / 1_000);
    const all = {
      uri: path,
      nonce: randomUUID(),
      iat: now,
      exp: now + 25,
      sub: credentials.apiKey,
      bodyHash: sha256(body),
      ...claims,
    };
    const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(all)}`;
    const key = createPrivateKey(credentials.apiSecret);
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  }

  async call(call: Call): Promise<Answer> {
    const { method = 'GET', path, body, headers = {}, credentials } = call;
    const response = await fetch(`${this.sandbox.custody.url}${path}`, {
      method,
      headers: {
        'x-api-key': credentials?.apiKey ?? this.sandbox.custody.apiKey,
        authorization: `Bearer ${this.token(call)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: JSON.parse(text) };
  }

  post(path: string, body: object, more: Partial<Call> = {}): Promise<Answer> {
    return this.call({ method: 'POST', path, body: JSON.stringify(body), ...more });
  }

  /** Asks for a raw signature of vault account 0, and gives the transaction's id. */
  async raw(fields: object = {}, content = '5c'.repeat(32)): Promise<string> {
    const { status, json } = await this.post('/v1/transactions', rawRequest(fields, content));
    if (status !== 200) throw new Error(JSON.stringify(json));
    return (json as { id: string }).id;
  }

  async transaction(id: string): Promise<Record<string, unknown>> {
    const { json } = await this.call({ path: `/v1/transactions/${id}` });
    return json as Record<string, unknown>;
  }

  /** Waits until the transaction has a status, at most as long as a test may take. */
  async reached(id: string, status: string): Promise<Record<string, unknown>> {
    for (;;) {
      const transaction = await this.transaction(id);
      if (transaction.status === status) return transaction;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  statusesOf(id: string): readonly string[] {
    const found = this.sandbox.custody.transactions.find((transaction) => transaction.id === id);
    return (found?.history ?? []).map(({ status }) => status);
  }
}

export function rawRequest(fields: object = {}, content = '5c'.repeat(32)) {
  return {
    operation: 'RAW',
    assetId: 'XRP_TEST',
    source: { type: 'VAULT_ACCOUNT', id: '0' },
    extraParameters: { rawMessageData: { messages: [{ content }] } },
    ...fields,
  };
}
