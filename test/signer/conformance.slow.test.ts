import { describe, expect, it } from 'vitest';
import { rawSignerConformance } from '../../src/signer/index.js';
import {
  BROKEN,
  ECDSA_KEYS,
  journaled,
  local,
  Paying,
  SEED,
  TRANSFER,
  Wrapped,
} from '../support/broken-signers.js';
import { rejectionOf } from '../support/rejections.js';

const EDDSA = [
  { algorithm: 'eddsa-ed25519', id: '0' },
  { algorithm: 'eddsa-ed25519', id: '1' },
] as const;
const SIGNERS = [
  ['LocalRawSigner', local],
  ['LocalRawSigner with a journal', journaled],
] as const;
const KEYS = [
  ['secp256k1', ECDSA_KEYS],
  ['ed25519', EDDSA],
] as const;

for (const [signerName, make] of SIGNERS) {
  for (const [keyName, keys] of KEYS) {
    describe(`${signerName}, ${keyName}`, () => {
      const subject = async () => ({ signer: make(), keys, secrets: [SEED] });
      for (const { name, run } of rawSignerConformance(subject)) it(name, run);
    });
  }
}

const WANTED = { keys: ECDSA_KEYS, transfer: TRANSFER, secrets: [SEED] };

describe('rawSignerConformance, on a signer that', () => {
  it.each(BROKEN)('%s', async (_, Broken, notices) => {
    const subject = async () => ({ signer: new Broken(), ...WANTED });
    const noticing = rawSignerConformance(subject).find(({ name }) => name === notices);
    expect(await rejectionOf(noticing?.run() ?? Promise.resolve())).toBeInstanceOf(Error);
  });

  it('is in order passes every case, so that a failure means something', async () => {
    const subject = async () => ({ signer: new Paying(), ...WANTED });
    for (const { run } of rawSignerConformance(subject)) await run();
  });

  it('has every case failed by one of the broken signers', () => {
    const cases = rawSignerConformance(async () => ({ signer: new Wrapped(), keys: ECDSA_KEYS }));
    const noticed = new Set(BROKEN.map(([, , name]) => name));
    expect(cases.map(({ name }) => name).filter((name) => !noticed.has(name))).toEqual([]);
  });
});
