import { expect, test } from 'vitest';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from '../xrpl/support/capture.js';

const TO = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const AMOUNT = '1 XRP';

test.each([
  ['to', { to: 'nope', amount: AMOUNT }],
  ['tag', { to: TO, amount: AMOUNT, tag: -1 }],
  // The specification's names, under which these fields are known elsewhere.
  ['destinationTag', { to: TO, amount: AMOUNT, destinationTag: 5 }],
  ['destination', { to: TO, destination: TO, amount: AMOUNT }],
])('an error in common names says %s, as the caller did', async (field, params) => {
  const { gateway, node } = await Capture.start();
  const error = await rejectionOf(gateway.transfer('0', params as never));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
  expect(node.requests).toEqual([]);
});
