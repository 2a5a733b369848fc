import { describe, expect, test } from 'vitest';
import { logAt, readableLogAt } from '../../src/cli/serve/logging.js';
import { InvalidInputError } from '../../src/core/errors.js';
import type { LogLevel } from '../../src/xrpl/index.js';

const request = { requestId: 'r1', method: 'GET', path: '/healthz' };
const answered = { ...request, status: 200, durationMs: 3 };

function heard(level: LogLevel, make = logAt) {
  const lines: string[] = [];
  return { lines, log: make(level, (line) => lines.push(line)) };
}

describe('a line of a server’s log', () => {
  test('is one JSON object, with the numbers that pino gave the levels', () => {
    const { lines, log } = heard('debug');
    log.info({ url: 'http://x', amount: 12n, none: undefined }, 'listening');
    log.warn({}, 'two\nlines');
    log.onError({ ...request, error: new TypeError('broken') });
    log.onError({ ...request, error: new InvalidInputError('amount', 'must be text') });
    log.onAnswer(answered);
    expect(lines.every((line) => /^[^\n]+\n$/.test(line))).toBe(true);
    const parsed = lines.map((line) => JSON.parse(line));
    expect(parsed.map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'listening'],
      [40, 'two\nlines'],
      [50, 'request failed'],
      [30, 'request failed'],
      [20, 'request answered'],
    ]);
    expect(lines[0]).toMatch(
      /^\{"level":30,"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","url":"http:\/\/x","amount":"12","msg":"listening"\}\n$/,
    );
  });

  test.each([
    ['debug', 5],
    ['info', 4],
    ['warn', 2],
    ['error', 1],
    ['fatal', 0],
  ] as const)('is written at %s if it matters as much', (level, times) => {
    const { lines, log } = heard(level);
    log.onAnswer(answered);
    log.info({}, 'one');
    log.onAnswer({ ...answered, path: '/api/account/address/0' });
    log.warn({}, 'two');
    log.onError({ ...request, error: new Error('three') });
    expect(lines).toHaveLength(times);
  });

  test('is words for a person', () => {
    const { lines, log } = heard('info', readableLogAt);
    log.warn({ url: 'http://x' }, 'slow');
    expect(lines.join('')).toMatch(/^\d\d:\d\d:\d\d WARN {2}slow {2}url=http:\/\/x\n$/);
  });
});
