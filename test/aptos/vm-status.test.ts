import { expect, test } from 'vitest';
import { parseVmStatus } from '../../src/aptos/node/vm-status.js';

test.each([
  ['Executed successfully', 'EXECUTED'],
  ['Out of gas', 'OUT_OF_GAS'],
  [
    'Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction',
    '0x1::coin::EINSUFFICIENT_BALANCE',
  ],
  ['Move abort in 0x1::coin: 0x60005', '0x1::coin::0x60005'],
  [`Move abort in 0x${'ab'.repeat(32)}::pool: 0x3`, `0x${'ab'.repeat(32)}::pool::0x3`],
  ['Move abort in script: 0x7', 'script::0x7'],
  ['Move abort: 0x1', 'MOVE_ABORT'],
  [
    'Execution failed in 0x1::vector::borrow at code offset 3',
    '0x1::vector::borrow::EXECUTION_FAILURE',
  ],
  [
    'Transaction Executed and Committed with Error SEQUENCE_NUMBER_TOO_NEW',
    'SEQUENCE_NUMBER_TOO_NEW',
  ],
  ['Invalid transaction: Type: Validation Code: INVALID_SIGNATURE', 'INVALID_SIGNATURE'],
  ['something that nobody foresaw', 'VM_ERROR'],
  ['', 'VM_ERROR'],
])('%j is %s', (text, code) => {
  expect(parseVmStatus(text)).toEqual({ code, text });
});
