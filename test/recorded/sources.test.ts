// Whatever is recorded says where it comes from, when it was read there and how it may be used; it has no values.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recorded, recordedAnswers } from '../support/recorded.js';

const here = new URL('./', import.meta.url);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

describe('what is recorded', () => {
  test.each(files)('has its source: %s', (name) => {
    const { source, read, licence } = JSON.parse(readFileSync(new URL(name, here), 'utf8'));
    expect(new URL(source).protocol).toBe('https:');
    // A file of a repository can change; at a commit it can't.
    if (/^https:\/\/github\.com\/[^/]+\/[^/]+\/(tree|blob)\//.test(source)) {
      expect(source).toMatch(/\/(tree|blob)\/[\da-f]{40}(\/|$)/);
    }
    expect(read).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(licence).toMatch(/\w/);
  });

  test.each(['aptos', 'custody', 'stacks', 'xrpl'] as const)(
    'has fields and words, and no values: %s',
    (peer) => {
      // Reading refuses what is not of that form.
      for (const name of readdirSync(new URL(`${peer}/`, here))) recorded(peer, name);
      expect(recordedAnswers(peer)).not.toEqual([]);
    },
  );
});
