import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { xrplHandler } from '../../src/handlers.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';

test('the reference has the documents as text: an index of all, and all of them in one', async () => {
  const signer = new LocalRawSigner({ seed: 'texts', quiet: true });
  const handler = xrplHandler(new XrplGateway({ signer, network: 'testnet' }));
  const read = async (name: string) => {
    const response = await handler(new Request(`http://localhost/type-docs/${name}`));
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return response.text();
  };
  const [index, all] = [await read('llms.txt'), await read('llms-full.txt')];
  const documents = ['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  expect(documents.length).toBeGreaterThan(25);
  for (const path of documents) {
    expect(index).toContain(`](${path})`);
    expect(all).toContain(readFileSync(path, 'utf8'));
  }
});
