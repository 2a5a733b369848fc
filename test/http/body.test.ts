import { expect, test } from 'vitest';
import { readBytes } from '../../src/http/body.js';

/** A body that comes byte by byte, always in the same buffer, as that of a reader that is asked for one each. */
function byteByByte(text: string): Request {
  const bytes = new TextEncoder().encode(text);
  const buffer = new Uint8Array(1);
  let at = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const byte = bytes[at++];
        if (byte === undefined) return controller.close();
        buffer[0] = byte;
        controller.enqueue(buffer);
      },
    },
    { highWaterMark: 0 },
  );
  return new Request('http://host/', { method: 'POST', body, duplex: 'half' });
}

test('a body is copied as it comes, and none of its chunks is kept', async () => {
  const text = 'the quick brown fox '.repeat(500);
  const bytes = await readBytes(byteByByte(text));
  expect(new TextDecoder().decode(bytes)).toBe(text);
  expect(bytes.buffer.byteLength).toBe(text.length);
});

test('a body has at most what it may have, and then it is read no further', async () => {
  const text = 'x'.repeat(100);
  expect(await readBytes(byteByByte(text), 100)).toHaveLength(100);
  await expect(readBytes(byteByByte(`${text}x`), 100)).rejects.toMatchObject({
    code: 'BODY_TOO_LARGE',
  });
});
