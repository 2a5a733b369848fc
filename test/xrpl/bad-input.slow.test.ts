import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import { many } from '../support/runs.js';
import { newWorld, type World } from '../support/world.js';
import { BAD_INPUTS, type BadInputName, type Case, casesOf } from './support/bad-inputs.js';
import { Capture } from './support/capture.js';

const OPERATIONS = Object.keys(BAD_INPUTS) as BadInputName[];

let world: World;

beforeAll(async () => {
  world = await newWorld({ gateway: { defaults: { confirmTimeoutMs: 0 } } });
  world.sandbox.xrpl.clearMessages();
});
afterAll(() => world.stop());

/** What the custody and the ledger have been asked so far, and what was told of it. */
function asked(): string[] {
  const { custody, xrpl } = world.sandbox;
  return [
    ...custody.messages.map(({ method, path }) => `${method} ${path}`),
    ...xrpl.messages.map(({ command }) => String(command)),
    ...world.events.map(({ type }) => type),
  ];
}

const byMethod = (name: BadInputName, params: unknown) =>
  world.gateway[name]('0', params as never) as Promise<unknown>;
const byName = (name: BadInputName, params: unknown) =>
  world.gateway.executeTransaction({
    vaultAccountId: '0',
    transactionType: name,
    params: params as never,
  });
const byVault = (name: BadInputName, params: unknown) =>
  world.gateway.forVault('0')[name](params as never) as Promise<unknown>;

/** What is wrong with how a case was answered; nothing when it was refused as it should be. */
async function complaint({ label, field }: Case, call: Promise<unknown>) {
  const answer = await call.then(
    () => 'it was taken',
    (error: unknown) => error,
  );
  if (!(answer instanceof InvalidInputError)) return `${label}: ${String(answer).slice(0, 200)}`;
  const inside = answer.field.slice(field.length);
  if (!answer.field.startsWith(field) || !/^(?:$|\.|\[)/.test(inside)) {
    return `${label}: blames ${answer.field.slice(0, 100)}`;
  }
  return answer.message.length > 400 ? `${label}: a message of ${answer.message.length}` : [];
}

describe('bad input is refused by name, and nobody is asked', () => {
  it.each(OPERATIONS)('%s', async (name) => {
    const cases = casesOf(name);
    const complaints: unknown[] = [];
    for (const [index, one] of cases.entries()) {
      complaints.push(await complaint(one, byMethod(name, one.params)));
      // These come to the same check, which a sample of the cases shows.
      if (index % many(1, 7) > 0) continue;
      complaints.push(await complaint(one, byName(name, one.params)));
      complaints.push(await complaint(one, byVault(name, one.params)));
    }
    expect(complaints.flat()).toEqual([]);
    expect(asked()).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(OPERATIONS)('%s takes what the table calls valid', async (name) => {
    const { gateway } = await Capture.start();
    const { valid } = BAD_INPUTS[name];
    await expect(gateway[name]('0', valid as never)).resolves.toHaveProperty('result.hash');
  });
});
