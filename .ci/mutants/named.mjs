// The mutants with a name: each is a mistake that somebody could make. A pattern is found in one place of one of
// its files, however the code is wrapped; one that is not found any more fails the run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISTAKES_OF_CHAINS } from './named/chains.mjs';
import { MISTAKES_AT_THE_CUSTODY } from './named/custody.mjs';
import { MISTAKES_IN_DEEDS } from './named/deeds.mjs';
import { MISTAKES_IN_LANES } from './named/lanes.mjs';
import { MISTAKES_IN_THE_LIFE } from './named/life.mjs';
import { MISTAKES_IN_PREVIEWS } from './named/previews.mjs';
import { MISTAKES_OF_PROVIDERS } from './named/provider.mjs';
import { MISTAKES_OF_SIGNERS } from './named/signers.mjs';
import { TESTS } from './named/tests.mjs';

const NAMED = [
  ...MISTAKES_OF_CHAINS,
  ...MISTAKES_AT_THE_CUSTODY,
  ...MISTAKES_IN_THE_LIFE,
  ...MISTAKES_IN_DEEDS,
  ...MISTAKES_IN_LANES,
  ...MISTAKES_IN_PREVIEWS,
  ...MISTAKES_OF_SIGNERS,
  ...MISTAKES_OF_PROVIDERS,
];

/** Each with the sources that have it. */
export function applied(root) {
  return NAMED.map(({ name, files, find, put, strict = false }) => {
    const found = files
      .filter((file) => existsSync(join(root, file)))
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        const places = [...source.matchAll(patternOf(find))];
        return places.map(({ index, 0: text }) => {
          const content = source.slice(0, index) + put + source.slice(index + text.length);
          return { file, content };
        });
      });
    if (found.length !== 1) throw new Error(`"${name}" applies ${found.length} times, not once`);
    const [{ file, content }] = found;
    const sources = new Map([[file, content]]);
    return { id: name, kind: 'named', file, name, strict, tests: TESTS[file], sources };
  });
}

/** A blank stands for any, or none. */
function patternOf(find) {
  const words = find.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(words.join('\\s*'), 'g');
}
