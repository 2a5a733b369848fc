import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changesBetween } from './changes.js';
import { main, ownDocument } from './main.js';

/** What tests change in a copy of our own document. */
interface Changeable {
  paths: Record<string, Record<string, { parameters: { name: string; required: boolean }[] }>>;
  components: {
    schemas: Record<
      string,
      {
        required: string[];
        properties: Record<string, { type?: string; examples?: string[]; enum?: string[] }>;
      }
    >;
  };
}

const ours = ownDocument();

function changed(change: (copy: Changeable) => void): readonly string[] {
  const theirs = JSON.parse(JSON.stringify(ours));
  change(theirs);
  return changesBetween({ theirs, ours });
}

const schemaIn = ({ components }: Changeable, name: string) => {
  const schema = components.schemas[name];
  if (schema === undefined) throw new Error(`no ${name}`);
  return schema;
};

describe('a newer document', () => {
  it('that says the same has changed nothing', () => {
    expect(changed(() => undefined)).toEqual([]);
  });

  it.each<[string, (copy: Changeable) => void, readonly string[]]>([
    [
      'has another operation',
      ({ paths }) => {
        paths['/news'] = { get: { parameters: [] } };
      },
      ['+ GET /news (undefined)'],
    ],
    [
      'has an operation no more',
      ({ paths }) => {
        delete paths['/accounts/{accountId}/balances'];
      },
      ['- GET /accounts/{accountId}/balances (getBalances)'],
    ],
    [
      'asks for more in a query',
      ({ paths }) => {
        for (const parameter of paths['/accounts']?.get?.parameters ?? []) {
          if (parameter.name === 'limit') parameter.required = true;
        }
      },
      ['+ GET /accounts (getAccounts): query limit is required'],
    ],
    [
      'has another field',
      (copy) => {
        schemaIn(copy, 'SettlementRequest').properties.urgent = { type: 'boolean' };
      },
      [expect.stringMatching(/^\+ .*(?:SettlementRequest|initiateSettlement.*): urgent$/)],
    ],
    [
      'requires a field',
      (copy) => {
        schemaIn(copy, 'Account').required.push('parentId');
      },
      [expect.stringMatching(/^\+ .*parentId is required$/)],
    ],
    [
      'requires a field no more',
      (copy) => {
        const account = schemaIn(copy, 'Account');
        account.required = account.required.filter((name) => name !== 'title');
      },
      [expect.stringMatching(/^- .*title is required$/)],
    ],
    [
      'has a value more in an enumeration',
      (copy) => {
        schemaIn(copy, 'Account').properties.status = { enum: ['active', 'inactive', 'frozen'] };
      },
      [expect.stringMatching(/^\+ .*status: "frozen"$/)],
    ],
    [
      'has a value fewer',
      (copy) => {
        schemaIn(copy, 'Account').properties.status = { enum: ['active'] };
      },
      [expect.stringMatching(/^- .*status: "inactive"$/)],
    ],
  ])('that %s is told of', (_, change, told) => {
    expect(changed(change)).toEqual(expect.arrayContaining([...told]));
    expect(new Set(changed(change).map((each) => each[0])).size).toBe(1);
  });
});

describe('the command', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const run = (text: string) => {
    const written: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
    }
    const path = join(tmpdir(), `spec-${process.pid}.yaml`);
    writeFileSync(path, text);
    return { code: main([path]), said: written.join('') };
  };

  it('ends with 0 where nothing has changed', () => {
    const { code, said } = run(JSON.stringify(ours));
    expect([code, said]).toEqual([0, '0 changed\n']);
  });

  it('ends with 1 where something has, and counts what is known apart', () => {
    const copy: Changeable = JSON.parse(JSON.stringify(ours));
    schemaIn(copy, 'Account').properties.colour = { type: 'string' };
    delete schemaIn(copy, 'IbanAddress').properties.bic;
    const { code, said } = run(JSON.stringify(copy));
    expect(code).toBe(1);
    expect(said).toMatch(/^1 changed\n {2}\+ .*: colour\n/);
    expect(said).toMatch(/known: of open branches.*\n {2}- .*: bic\n/);
  });

  it.each(['', 'just: yaml', '{ not json'])('ends with 2 for %j', (text) => {
    const { code, said } = run(text);
    expect(code).toBe(2);
    expect(said).toContain('is no OpenAPI document');
  });
});
