import { beforeEach, describe, expect, it } from 'vitest';
import { ProgressLog } from './progress.js';

const REQUEST = `cg-${'0a'.repeat(20)}`;
const heard = { externalTxId: REQUEST, isSigned: false, isUnsure: false };

let log: ProgressLog;
beforeEach(() => {
  log = new ProgressLog();
});

const progress = () => log.between([0, 9], 'p0', REQUEST, undefined);

describe('a request', () => {
  it('is known from the first answer that shows it', () => {
    log.heard('p0', 1, heard);
    expect(progress().knowsRequest).toBe(true);
    expect(log.between([2, 9], 'p0', REQUEST, undefined).knowsRequest).toBe(false);
    expect(log.between([0, 1], 'p0', REQUEST, undefined).knowsRequest).toBe(false);
    expect(log.between([0, 9], 'p1', REQUEST, undefined).knowsRequest).toBe(false);
  });

  it('that is found cancelled is known once that was read twice', () => {
    log.heard('p0', 1, { ...heard, isUnsure: true });
    expect(progress().knowsRequest).toBe(false);
    log.heard('p0', 2, { ...heard, isUnsure: true });
    expect(progress().knowsRequest).toBe(true);
  });
});

it('tells which requests of a key a process has made', () => {
  log.asked('p0', 1, REQUEST);
  log.asked('p0', 2, `${REQUEST}-2`);
  log.asked('p1', 3, `${REQUEST}-3`);
  log.asked('p0', 4, `cg-${'0b'.repeat(20)}`);
  expect(log.madeSince(0, 'p0', REQUEST)).toEqual([REQUEST, `${REQUEST}-2`]);
  expect(log.madeSince(2, 'p0', REQUEST)).toEqual([`${REQUEST}-2`]);
});

describe('a signature', () => {
  it('is known once the keys are that it is verified with', () => {
    log.wantsKey('p0', 'of vault 0');
    log.wantsKey('p0', 'of vault 1');
    log.heard('p0', 1, { ...heard, isSigned: true });
    log.heardKey('p0', 'of vault 0');
    expect(progress()).toMatchObject({ knowsRequest: true, knowsSignature: false });
    log.heardKey('p1', 'of vault 1');
    expect(progress().knowsSignature).toBe(false);
    log.heardKey('p0', 'of vault 1');
    expect(progress().knowsSignature).toBe(true);
  });
});
