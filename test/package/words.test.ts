import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Where words that the project no longer uses are looked for: files, and folders with all below them. */
const PLACES = [
  'src',
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs',
  '.changeset',
];
/** What is generated, from comments that are looked at where they are written. */
const GENERATED = join('docs', 'reference');
const GLOSSARY = 'docs/glossary.md';

interface Retired {
  readonly pattern: RegExp;
  /** How such a word was used, so that finding none means something. */
  readonly uses: readonly string[];
  /** Between asterisks what the glossary defines. */
  readonly instead: string;
}

const RETIRED: readonly Retired[] = [
  {
    pattern:
      /\b(?:who|whom)(?:ever|soever)\b|\b(?:some|any|every)body\b|\bsomeone\b|\bstrangers?\b/i,
    uses: [
      'whoever waits',
      'somebody else',
      'Anybody may',
      'for everybody',
      'someone',
      'a stranger',
    ],
    instead: 'the noun: the caller, the process, the next request, another wallet, an attacker',
  },
  {
    pattern: /outr[au]n|outbid/i,
    uses: ['outruns', 'isOutrun', 'outrunBy', 'what outran it', 'outbid(fee)'],
    instead: '**replace**, **bump fee**',
  },
  { pattern: /\bbur(?:y|ies|ied)\b/i, uses: ['bury(lane)', 'is buried'], instead: '**evict**' },
  {
    pattern: /\bconced(?:e|es|ed|ing)\b|\bma[dk]e good\b|makeGood/i,
    uses: ['cell.concede', '#concede', 'conceded', 'made good later', '#makeGood'],
    instead: '**release**, **pending releases**, **Flush**',
  },
  {
    pattern: /first ?meeting|\bmet anew\b/i,
    uses: ['firstMeeting', 'a first meeting', 'has to be met anew'],
    instead: '**reconciled**',
  },
  {
    pattern: /sighting/i,
    uses: ['ForeignSighting', 'the sightings', "'./sighting.js'"],
    instead: '**transaction status**',
  },
  {
    pattern: /booth|ticket ?office|mintOffice|ticket ?mint\b/i,
    uses: ['TicketBooth', 'TicketOffice', 'mintOffice', 'a TicketMint'],
    instead: '**Ticket source**, **Ticket pool**, **Ticket allocator**, **nonce generator**',
  },
  {
    pattern: /\bUnderWay\b|server\/under-way/,
    uses: ['new UnderWay(clock)', 'server/under-way.ts'],
    instead: '**in-flight requests**',
  },
  {
    pattern: /PatientReads|patient-reads/,
    uses: ['PatientReads', 'patient-reads.js'],
    instead: '**retrying reader**',
  },
  {
    pattern: /\bAnnouncements\b|custody\/announcements|\bHearing\b/,
    uses: ['Announcements', 'custody/announcements.ts', 'a Hearing'],
    instead: '**webhook bus**, **subscription**',
  },
  { pattern: /\bembark/i, uses: ['embarks'], instead: 'start' },
  { pattern: /\btold as\b/i, uses: ['told as failed'], instead: 'reported as' },
  { pattern: /\bheld against\b/i, uses: ['is held against the id'], instead: 'compared with' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, uses: ['Both are mended'], instead: 'fix' },
  {
    pattern: /\b(?:the|a) custody\b(?! (?:platform|id)\b)/i,
    uses: ["the custody's own", 'asks the custody', 'A custody signs'],
    instead: '**custody platform**, **signer**, or Fireblocks',
  },
];

/** Markdown and sources: add `src` to the places to look there too. */
const files = PLACES.flatMap((place) =>
  statSync(place).isFile()
    ? [place]
    : readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:md|ts)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
).filter((file) => !file.startsWith(GENERATED));

/** As one line, since words of one phrase may be on two. */
const inOneLine = (text: string) => text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');

const retiredIn = (text: string) => {
  const line = inOneLine(text);
  return RETIRED.flatMap(({ pattern, instead }) =>
    [...line.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ 0: word, index }) => {
      const around = line.slice(Math.max(0, index - 30), index + word.length + 30);
      return `"${word}" in "${around}": write ${instead}`;
    }),
  );
};

describe('words that the project no longer uses', () => {
  test.each(files)('%s has none', (file) => {
    expect(retiredIn(readFileSync(file, 'utf8'))).toEqual([]);
  });

  test.each(RETIRED)('$pattern finds how it was used', ({ pattern, uses }) => {
    expect(uses.filter((use) => !pattern.test(use))).toEqual([]);
  });

  test('are replaced by words that the glossary defines', () => {
    const glossary = readFileSync(GLOSSARY, 'utf8');
    const words = RETIRED.flatMap(({ instead }) => instead.match(/\*\*.+?\*\*/g) ?? []);
    expect(words.filter((word) => !glossary.includes(word))).toEqual([]);
  });
});
