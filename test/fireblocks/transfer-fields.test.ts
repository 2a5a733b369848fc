import { expect, it } from 'vitest';
import { byAsset, FakeCustody, signerWith } from '../support/custody.js';
import { rejectionOf } from '../support/rejections.js';

const to = { type: 'address', address: 'rExchange' } as const;

const account = { type: 'account', accountType: 'VAULT_ACCOUNT', id: '9' } as const;

it.each([
  ['to.destinationTag', { to: { ...to, destinationTag: '7' } }],
  ['to.Tag', { to: { ...to, Tag: '7' } }],
  ['to.memo', { to: { ...to, memo: '7' } }],
  ['to.tag', { to: { ...account, tag: '7' } }],
  ['to.address', { to: { ...account, address: 'rExchange' } }],
  ['to.accountType', { to: { ...to, accountType: 'VAULT_ACCOUNT' } }],
  ['to.id', { to: { ...to, type: 'vault' as never, id: '9' } }],
  ['tag', { to, tag: '7' }],
  ['destinationTag', { to, destinationTag: '7' }],
  ['expiresAfterSecond', { to, expiresAfterSecond: 60 }],
])('a transfer with a field that nobody reads is not made without it: %s', async (field, more) => {
  const client = new FakeCustody({ status: 'COMPLETED', operation: 'TRANSFER', txHash: 'AB' });
  const from = { ...byAsset(), assetId: 'XRP_TEST' };
  const request = { idempotencyKey: 'deposit', from, amount: '25', ...more };
  const error = await rejectionOf(signerWith(client).transfer(request));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
  expect(client.created).toEqual([]);
});

it.each(['constructor', '__proto__', 'toString'])('Fireblocks has no %s keys', async (name) => {
  const client = new FakeCustody({ status: 'SUBMITTED' });
  const key = { algorithm: name as never, id: '0', path: { coinType: 1 } };
  const error = await rejectionOf(signerWith(client).getPublicKey(key));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'key.algorithm' });
});
