import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readNote } from '../../src/transactions/records/note.js';
import { type OperatorAnswer, shownByOperators } from '../support/operators.js';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, creationsAt, newAptosWorld } from './support/world.js';

/** How the arguments of a call are written comes from the caller, from constants or from enough operators. */

let world: AptosWorld;
/** What the custody's approvers have read. */
let notes: string[];
beforeEach(async () => {
  notes = [];
  world = await newAptosWorld({
    approvals: ({ note = '' }) => {
      notes.push(note);
      return 'approve';
    },
  });
});
afterEach(() => world.stop());

const TRUE = ['&signer', 'T0'];
const FALSE = ['&signer', 'u128'];
const DOWN = 'down';
const MISSING = 'missing';

/** A process that is shown the chain by operators, each of whom says what the sample's function takes. */
function shownBy(...all: readonly (readonly string[] | typeof DOWN | typeof MISSING)[]) {
  const { fullnodeUrl, indexerUrl, chainId } = world.sandbox.aptos;
  const asked: string[] = [];
  const saying =
    (says: (typeof all)[number]): OperatorAnswer =>
    async ({ host, path }, ask) => {
      const answer = await ask();
      if (!path.includes('/module/')) return answer;
      asked.push(host);
      if (says === DOWN) return new Response('', { status: 503 });
      if (says === MISSING) {
        const error = { message: 'none', error_code: 'module_not_found', vm_error_code: null };
        return Response.json(error, { status: 404, headers: answer.headers });
      }
      const module = (await answer.json()) as { abi: { exposed_functions: { name: string }[] } };
      for (const one of module.abi.exposed_functions) {
        if (one.name === 'record_generic') Object.assign(one, { params: says });
      }
      return Response.json(module, { headers: answer.headers });
    };
  const { fetch, urls } = shownByOperators(fullnodeUrl, all.map(saying));
  const gateway = world.another({
    fetch,
    network: { fullnodeUrl: urls, indexerUrl, chainId },
    retry: { attempts: 1, baseMs: 1, maxMs: 1 },
  });
  return { gateway, asked };
}

const call = () => ({
  function: `${world.sandbox.aptos.sampleModule}::record_generic`,
  typeArguments: ['u64'],
  functionArguments: ['7'],
});
const abi = { typeParameters: 1, parameters: TRUE };
const recorded = () => world.sandbox.aptos.recordedCalls.map((one) => one.arguments.map(String));

/** What the approver read first, before fee, expiry and key. */
const actions = () => notes.map((note) => note.split('; fee')[0]);

describe('what a function takes', () => {
  test.each([
    ['of two operators who say the same', [TRUE, TRUE]],
    ['of three, of whom one lies', [FALSE, TRUE, TRUE]],
    ['of three, of whom one does not have the module yet', [TRUE, MISSING, TRUE]],
    ['of the only operator', [TRUE]],
  ] as const)('is the word %s', async (_, said) => {
    await shownBy(...said).gateway.transferMove('0', call());
    expect(recorded()).toEqual([['7']]);
    const source = said.length === 1 ? 'a node' : '2 operators';
    expect(actions()).toEqual([`Call ${call().function} (argument types from ${source})`]);
  });

  test.each([{ name: 'another' }, { address: '0x7' }])(
    'is not what a node shows of another module: %o',
    async (wrong) => {
      const gateway = world.another({
        retry: { attempts: 1, baseMs: 1, maxMs: 1 },
        fetch: async (url, init) => {
          const answer = await fetch(url, init);
          if (!String(url).includes('/module/')) return answer;
          const { abi } = (await answer.json()) as { abi: object };
          return Response.json({ abi: { ...abi, ...wrong } }, { headers: answer.headers });
        },
      });
      const error = await rejectionOf(gateway.transferMove('0', call()));
      expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
      expect(creationsAt(world.sandbox)).toBe(0);
    },
  );

  test('is said of a batch too, though its line is cut', async () => {
    const { gateway } = shownBy(TRUE);
    const entries = [{ ...call(), abi }, call(), call()].map((params) => {
      return { transactionType: 'transferMove', params } as const;
    });
    await gateway.submitBatch('0', entries);
    const [note = ''] = notes;
    expect(note).toMatch(
      /^3 transactions \(argument types from a node\); fee [^(]+… \| \(built at/,
    );
    expect(readNote(note)).toMatchObject({ batch: { total: 3 } });
  });

  test.each([
    ['say something else', [FALSE, TRUE], /fewer than 2 operators .*u128.*op-0\.example.*T0.*op-1/],
    ['don’t answer', [TRUE, DOWN], /fewer than 2 operators say the same: .*\(op-0\.example\)/],
  ] as const)('is not one operator’s where others %s', async (_, said, message) => {
    const error = await rejectionOf(shownBy(...said).gateway.transferMove('0', call()));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', retryable: true });
    expect(String(error)).toMatch(message);
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test('is asked for once, and again where it was not there', async () => {
    const { gateway, asked } = shownBy(TRUE, TRUE);
    const none = { ...call(), function: `${world.sandbox.aptos.sampleModule}::nothing` };
    for (const _ of [1, 2]) {
      expect(await rejectionOf(gateway.transferMove('0', none))).toMatchObject({
        field: 'function',
      });
    }
    expect(asked).toHaveLength(4);
    await gateway.transferMove('0', call());
    await gateway.transferMove('0', call());
    expect(asked).toHaveLength(6);
  });

  test('is nobody’s word where the caller says it, and the call is the same call', async () => {
    const { gateway, asked } = shownBy(FALSE);
    const options = { idempotencyKey: 'pinned' };
    const { hash } = await gateway.transferMove('0', { ...call(), abi }, options);
    expect(asked).toEqual([]);
    expect(recorded()).toEqual([['7']]);
    expect(actions()).toEqual([`Call ${call().function}`]);
    const again = await world.another().transferMove('0', call(), options);
    expect(again.hash).toBe(hash);
  });

  test.each([
    ['abi.typeParameters', { abi: { ...abi, typeParameters: -1 } }],
    ['abi.parameters[1]', { abi: { ...abi, parameters: ['&signer', 7] } }],
    ['typeArguments', { abi: { ...abi, typeParameters: 2 } }],
    ['functionArguments[0]', { abi, functionArguments: ['1.5'] }],
    ['functionArguments', { abi, functionArguments: ['1', '2'] }],
  ])('is held against the arguments before anybody is asked: %s', async (field, more) => {
    const { gateway, asked } = shownBy(TRUE);
    const before = world.sandbox.custody.messages.length;
    const given = { ...call(), ...more } as Parameters<typeof gateway.transferMove>[1];
    const error = await rejectionOf(gateway.transferMove('0', given));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(asked).toEqual([]);
    expect(world.sandbox.custody.messages).toHaveLength(before);
  });
});
