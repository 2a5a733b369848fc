import { expect, test } from 'vitest';
import { run } from '../support/cli.js';
import { demoLinesOf } from '../support/demo-lines.js';

const ARGS = ['demo', '--chain', 'provider', '--fast'];

test("the provider's side alone: a call of each version, verified, and one that is refused", async () => {
  const { code, out, err } = await run(ARGS);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('== Providers ==');
  expect(out).not.toMatch(/== (?:XRP Ledger|Aptos|Stacks) ==/);
  const verified =
    / {2}signed: (?:POST|GET) \/\S+, X-FBAPI-SIGNATURE [\w+/]{12}\.\.\.[\w+/=]{8}\n {2}the provider: (.*)\n/g;
  expect([...out.matchAll(verified)].map(([, verdict]) => verdict)).toEqual([
    'the signature is verified, of key demo-key',
    'the signature is verified, of key demo-key',
    'refused, wrong-signature',
  ]);
  // What the first call took is missing in the answer to the second.
  expect(out).toMatch(/ {2}answered: withdrawal \S+ of 40 XRP is taken$/m);
  expect(out).toMatch(/ {2}answered: 60 XRP are available$/m);
  expect(out).toMatch(/^ {2}ProviderApiError: Refused: X-FBAPI-SIGNATURE: wrong-signature$/m);
  expect(out).not.toContain('custody platform was not asked');
  expect(out).toMatch(/^Providers +3 steps +2 answered +1 refused +\d+\.\d s$/m);
  expect(out).not.toMatch(/^Together/m);
  expect(out).toContain('npx custody-gateways serve provider-proxy --sandbox');
});

test('for scripts an answered call has no hash, and the summary counts it apart', async () => {
  const { out } = await run([...ARGS, '--json']);
  const lines = demoLinesOf(out);
  expect(
    lines.slice(0, -1).map(({ step, chain, hash, outcome }) => [step, chain, hash, outcome]),
  ).toEqual([
    [1, 'provider', null, 'answered'],
    [2, 'provider', null, 'answered'],
    [3, 'provider', null, 'PROVIDER_API'],
  ]);
  expect(lines.at(-1)?.summary).toMatchObject({
    steps: 3,
    transactions: 0,
    answered: 2,
    refused: 1,
  });
});
