import {
  Cl,
  type ClarityValue,
  getAddressFromPrivateKey,
  privateKeyToPublic,
  publicKeyToHex,
} from '@stacks/transactions';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorNameOf } from '../../../src/stacks/stacking/error-codes.js';
import { bootInterface, loadBootInterfaces } from '../../support/clarity/boot-interfaces.js';
import { ClarityMachine, DEPLOYER } from '../../support/clarity/clarity-machine.js';
import { deployedSource, isAtHand } from '../../support/clarity/pox5-text.js';
import { signedGrant } from '../../support/stacks-signatures.js';
import { MANAGER, POX_5 } from '../../support/stacks-worlds.js';

// The VM tells of every failed assertion on standard output.
beforeAll(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

/** The errors that a text defines: their numbers by their names. */
function errorsIn(source: string): ReadonlyMap<string, number> {
  const found = source.matchAll(/\(define-constant\s+(ERR_\w+)\s+\(err u(\d+)\)\)/g);
  return new Map([...found].map(([, name = '', number]) => [name, Number(number)]));
}

const KEY = `${'3d'.repeat(32)}01`;
const STAKERS = [1, 2, 3].map((n) =>
  getAddressFromPrivateKey(`${`${n}${n}`.repeat(32)}01`, 'testnet'),
) as [string, string, string];
const PUBLIC_KEY = Cl.bufferFromHex(publicKeyToHex(privateKeyToPublic(KEY)));

describe.skipIf(!isAtHand('deployed'))('the deployed pox-5, beside the draft', () => {
  let draft: ClarityMachine;
  let deployed: ClarityMachine;

  beforeAll(async () => {
    await loadBootInterfaces();
    draft = await ClarityMachine.start('pox-5', 'draft');
    deployed = await ClarityMachine.start('pox-5', 'deployed');
    draft.install('signer-manager');
    deployed.install('signer-manager', 'signer-manager-deployed');
  });
  afterAll(() => {
    draft.stop();
    deployed.stop();
  });

  const call = (
    machine: ClarityMachine,
    contract: string,
    functionName: string,
    args: readonly ClarityValue[],
    sender = DEPLOYER,
  ) => {
    const outcome = machine.call({ contract, functionName, args, sender });
    return outcome.kind === 'executed' ? Cl.prettyPrint(outcome.result) : outcome.kind;
  };
  const stake = (machine: ClarityMachine, sender: string) => {
    const height = Cl.uint(machine.burnHeight);
    const args = [Cl.principal(MANAGER), Cl.uint(5_000_000), Cl.uint(2), height, Cl.none()];
    return call(machine, POX_5, 'stake', args, sender);
  };
  const grant = (authId: number) => {
    const signature = Cl.bufferFromHex(signedGrant(KEY, MANAGER, authId));
    return [PUBLIC_KEY, Cl.principal(MANAGER), Cl.uint(authId), signature];
  };

  test('is what the VM runs, to the last byte', () => {
    expect(deployed.sourceOf(POX_5)).toBe(deployedSource());
    expect(draft.sourceOf(POX_5)).not.toBe(deployedSource());
  });

  test('has these errors, by the names and numbers that the gateway knows', () => {
    const errors = errorsIn(deployedSource());
    expect(errors.size).toBe(46);
    for (const [name, number] of errors) expect(errorNameOf(POX_5, `u${number}`)).toBe(name);
    const known = Array.from({ length: 100 }, (_, n) => errorNameOf(POX_5, `u${n}`));
    expect(known.filter((name) => name !== undefined)).toHaveLength(46);
  });

  test('has errors 46 to 53, which the draft lacks, and lacks 22; all others are the same', () => {
    const [old, now] = [errorsIn(draft.sourceOf(POX_5) ?? ''), errorsIn(deployedSource())];
    const only = (some: typeof old, others: typeof old) =>
      [...some].filter(([name]) => !others.has(name)).map(([, number]) => number);
    expect(only(old, now)).toEqual([22]);
    expect(only(now, old).sort((a, b) => a - b)).toEqual([46, 47, 48, 49, 50, 51, 52, 53]);
    for (const [name, number] of old) if (now.has(name)) expect(now.get(name)).toBe(number);
  });

  test('has other functions: no callers to be allowed, and rewards for a signer’s stakers', () => {
    const names = (abi: ReturnType<typeof bootInterface>) =>
      new Set(abi?.functions.filter(({ access }) => access !== 'private').map(({ name }) => name));
    const [old, now] = [names(bootInterface(POX_5)), names(deployed.interfaceOf(POX_5))];
    const gone = [
      'allow-contract-caller',
      'disallow-contract-caller',
      'check-caller-allowed',
      'reward-cycle-to-unlock-height',
    ];
    const added = [
      'claim-staker-rewards-for-signer',
      'pause-rewards',
      'set-pause-admin',
      'get-earned-staker-rewards',
      'get-staker-custodied-sbtc',
      'has-announced-l1-early-exit',
    ];
    for (const name of gone)
      expect([name, old.has(name), now.has(name)]).toEqual([name, true, false]);
    for (const name of added)
      expect([name, old.has(name), now.has(name)]).toEqual([name, false, true]);
  });

  test('takes a grant from its manager alone, where the draft takes it from anybody', () => {
    expect(call(draft, POX_5, 'grant-signer-key', grant(1))).toMatch(/^\(ok/);
    expect(call(deployed, POX_5, 'grant-signer-key', grant(1))).toBe('(err u26)');
    const [, , , signature = Cl.none()] = grant(1);
    const own = [PUBLIC_KEY, Cl.uint(1), signature];
    expect(call(deployed, MANAGER, 'grant-own-key', own)).toMatch(/^\(ok/);
    for (const machine of [draft, deployed]) {
      const args = [Cl.principal(MANAGER), PUBLIC_KEY];
      expect(call(machine, MANAGER, 'register-self', args)).toMatch(/^\(ok/);
    }
  });

  test('refuses a stake without a live grant, and one in the prepare phase; the draft refuses neither', () => {
    const revoke = [Cl.principal(MANAGER), PUBLIC_KEY];
    for (const machine of [draft, deployed]) {
      for (const staker of STAKERS) machine.mint(staker, 1_000_000_000n);
      expect(stake(machine, STAKERS[0])).toMatch(/^\(ok/);
      const signer = getAddressFromPrivateKey(KEY, 'testnet');
      expect(call(machine, POX_5, 'revoke-signer-grant', revoke, signer)).toMatch(/^\(ok/);
    }
    expect(stake(draft, STAKERS[1])).toMatch(/^\(ok/);
    expect(stake(deployed, STAKERS[1])).toBe('(err u17)');
    for (const machine of [draft, deployed]) machine.mineBurnBlocks(16);
    expect(stake(draft, STAKERS[2])).toMatch(/^\(ok/);
    expect(stake(deployed, STAKERS[2])).toBe('(err u47)');
  });
});
