import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servedAptos } from '../../../src/cli/serve/aptos.js';
import { Environment } from '../../../src/cli/serve/environment.js';
import { planOf } from '../../../src/cli/serve/plan.js';
import { servedStacks } from '../../../src/cli/serve/stacks.js';
import { servedXrpl } from '../../../src/cli/serve/xrpl.js';
import { gatewayMetrics, type HttpHandler } from '../../../src/handlers.js';
import type { Sandbox } from '../../../src/sandbox/index.js';

const GATEWAYS = { A: servedXrpl, B: servedAptos, C: servedStacks };

export type Letter = keyof typeof GATEWAYS;
export type Variables = Readonly<Record<string, string>>;

/** Reads the variables of a server as `serve` does. @throws naming each that is missing or wrong. */
export function planned(gateway: Letter, variables: Variables) {
  return planOf(GATEWAYS[gateway], new Environment(variables));
}

/** The names that it complains of; `''` where it starts. */
export async function complaintOf(gateway: Letter, variables: Variables): Promise<string> {
  return planned(gateway, variables).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** The server that the variables describe; `ask` of http.ts asks it. */
export async function opened(gateway: Letter, variables: Variables): Promise<HttpHandler> {
  const { settled, shared, signer } = await planned(gateway, variables);
  const options = { metrics: await gatewayMetrics(), onError: () => undefined };
  return settled.open({
    signer: signer(fetch),
    fetch: () => fetch,
    lanes: shared.lanes,
    options,
  });
}

/** Where a server that only reads these variables asks the custody platform for a key. */
export async function custodyHost(gateway: Letter, variables: Variables): Promise<string> {
  const { signer } = await planned(gateway, variables);
  const asked: string[] = [];
  const watched = signer((url: unknown) => {
    asked.push(new URL(String(url)).host);
    // Unlike no answer, this is not asked for again.
    return Promise.resolve(new Response('{}', { status: 400 }));
  });
  const path = { coinType: 144 };
  const key = { algorithm: 'ecdsa-secp256k1', id: '0', path } as const;
  await watched.getPublicKey(key).catch(() => undefined);
  const [host] = asked;
  if (host === undefined) throw new Error('no host was asked');
  return host;
}

/** A key file of a sandbox's API user, and a folder that goes with it. */
export function keyFile({ custody }: Sandbox) {
  const folder = mkdtempSync(join(tmpdir(), 'spec-'));
  const path = join(folder, 'key.pem');
  writeFileSync(path, custody.apiSecret, { mode: 0o600 });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
