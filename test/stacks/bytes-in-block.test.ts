import {
  getAddressFromPrivateKey,
  makeSTXTokenTransfer,
  randomPrivateKey,
} from '@stacks/transactions';
import { expect, test } from 'vitest';
import { bytesOf } from '../../src/stacks/node/bytes.js';
import { decodeAddress } from '../../src/stacks/wire/c32.js';

const key = randomPrivateKey();
const sender = getAddressFromPrivateKey(key, 'testnet');
const wanted = await makeSTXTokenTransfer({
  recipient: 'ST000000000000000000002AMW42H',
  amount: 5n,
  senderKey: key,
  network: 'testnet',
  nonce: 9n,
  fee: 200n,
});

/** The bytes that are found in a block of a node that keeps no index. */
function foundIn(block: string): Promise<string | undefined> {
  const asking = {
    url: 'node',
    ask: async ({ path }: { path: string }, read: (answer: object) => unknown) =>
      read(
        path.startsWith('/v3/blocks/') ? { status: 200, text: block } : { status: 404, text: '' },
      ),
  };
  const known = { lacks: (_: string, route: string) => route !== '/v3', setLacking() {} };
  const shown = {
    tx_id: `0x${wanted.txid()}`,
    block_height: 5,
    index_block_hash: `0x${'22'.repeat(32)}`,
    sender_address: sender,
    nonce: 9,
  };
  const node = { waitingBytes: async () => undefined };
  return bytesOf(node as never, { asking, known } as never, shown as never);
}

/** The head of a call with the account and the nonce, whose argument is the bytes behind it. */
function decoy(inner: string): string {
  const head = `8080000000040${`0${decodeAddress(sender)?.hash160}${'9'.padStart(16, '0')}`}`;
  const signed = `${'00'.repeat(8)}00${'00'.repeat(65)}030200000000`;
  const call = `0216${'00'.repeat(20)}01780179 00000001`.replace(' ', '');
  return `${head}${signed}${call}02${(inner.length / 2).toString(16).padStart(8, '0')}${inner}`;
}

test('a transaction is found in its block, and behind what only begins like it', async () => {
  const hex = wanted.serialize();
  await expect(foundIn(`aabbcc${hex}00`)).resolves.toBe(hex);
  await expect(foundIn(`aa${decoy('00'.repeat(9))}bb${hex}`)).resolves.toBe(hex);
  await expect(foundIn(`aa${decoy(`11${hex}22`)}`)).resolves.toBe(hex);
  await expect(foundIn(`aabb${hex.slice(0, -2)}`)).resolves.toBeUndefined();
});

test('a block that is made to be decoded over and over is given up', async () => {
  const hex = wanted.serialize();
  let rest = '00'.repeat(1_000_000);
  for (let time = 0; time < 6; time += 1) rest = decoy(rest);
  await expect(foundIn(`${rest}${hex}`)).resolves.toBeUndefined();
});
