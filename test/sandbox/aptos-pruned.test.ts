import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, TestAptos } from './support/aptos.js';

let aptos: TestAptos;
/** An account, the hash of the one transaction that it has sent, and its version. */
let past: { readonly address: string; readonly hash: string; readonly version: string };

beforeAll(async () => {
  aptos = await TestAptos.start({ seed: 'pruned' });
  const [alice, bob] = [aptos.account(1), aptos.account(0)];
  const { hash, version } = await aptos.send(
    alice,
    await aptos.transfer(alice, addressOf(bob), 1n),
  );
  past = { address: addressOf(alice), hash, version };
  aptos.sandbox.aptos.forget();
});

afterAll(() => aptos.stop());

async function asked(base: string, path: string) {
  const response = await fetch(`${base}${path}`);
  const body: unknown = await response.json();
  return { status: response.status, body, headers: response.headers };
}

const ofNode = (path: string) => asked(aptos.sandbox.aptos.fullnodeUrl, path);
const ofArchive = (path: string) => asked(aptos.sandbox.aptos.archiveUrl, path);

describe('what a node has pruned', () => {
  it('is as if it had never been where it is asked for by its hash', async () => {
    for (const how of ['by_hash', 'wait_by_hash']) {
      const { status, body } = await ofNode(`/transactions/${how}/${past.hash}`);
      expect([status, body]).toMatchObject([404, { error_code: 'transaction_not_found' }]);
    }
  });

  it('is gone by its version, and in lists', async () => {
    for (const path of [
      `/transactions/by_version/${past.version}`,
      `/transactions?start=${past.version}`,
      `/accounts/${past.address}/transactions?start=0`,
    ]) {
      const { status, body, headers } = await ofNode(path);
      expect([status, body]).toMatchObject([410, { error_code: 'version_pruned' }]);
      expect(body).not.toHaveProperty('archival_endpoint');
      expect(headers.get('x-aptos-archival-endpoint')).toBeNull();
    }
    const { status, body } = await ofNode('/blocks/by_height/0');
    expect([status, body]).toMatchObject([410, { error_code: 'block_pruned' }]);
  });

  it('leaves the state of accounts as it is', async () => {
    const { body } = await ofNode(`/accounts/${past.address}`);
    expect(body).toMatchObject({ sequence_number: '1' });
  });

  it('is at the archive, whose history has a beginning', async () => {
    const { status, body, headers } = await ofArchive(`/transactions/by_hash/${past.hash}`);
    expect([status, body]).toMatchObject([200, { hash: past.hash, success: true }]);
    expect(headers.get('x-aptos-oldest-block-height')).toBe('0');
    const list = await ofArchive(`/accounts/${past.address}/transactions?start=0`);
    expect(list.body).toMatchObject([{ hash: past.hash }]);
  });

  it('comes with the name of the archive where a gateway is in front of the node', async () => {
    const { archiveUrl } = aptos.sandbox.aptos;
    aptos.sandbox.aptos.showPruned('gone-to-archive');
    const { body, headers } = await ofNode(`/transactions/by_version/${past.version}`);
    expect(body).toMatchObject({ archival_endpoint: archiveUrl });
    expect(headers.get('x-aptos-archival-endpoint')).toBe(archiveUrl);
  });

  it('is an internal error in the lists of older nodes', async () => {
    aptos.sandbox.aptos.showPruned('internal-error');
    const { status, body } = await ofNode(`/accounts/${past.address}/transactions?start=0`);
    expect([status, body]).toMatchObject([500, { error_code: 'internal_error' }]);
    expect(JSON.stringify(body)).toContain('pruned');
    expect((await ofNode(`/transactions/by_version/${past.version}`)).status).toBe(410);
  });
});
