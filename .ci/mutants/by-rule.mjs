// The mutants that a rule draws, with the mutators of StrykerJS: each comparison negated, and each that is a
// part of a condition dropped. All are compiled in once; a variable says which of them is on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import ts from 'typescript';

const CHAIN = ['node/lookup.ts', 'node/spender.ts', 'node/submission.ts'];
const ASKED = ['requests/identity.ts', 'requests/requests.ts'];
const LIFE = [
  'adopting',
  'at-chain',
  'at-signer',
  'building',
  'cancelling',
  'concluding',
  'decide',
  'delivering',
  'fold',
  'following',
  'making',
  'overruling',
  'plausible',
  'rebuilding',
  'settling',
  'status',
  'told',
  'verdict',
].map((name) => `life/${name}.ts`);
const WORDS = [
  'operators.ts',
  'outcome.ts',
  'records/request-id.ts',
  'records/twins.ts',
  'salt.ts',
];
/** The bytes of Stacks, for which this package has code of its own. */
const WIRE = [
  ...['authorization', 'clarity-codec', 'given-input', 'post-conditions', 'primitives', 'sighash'],
  ...['transaction-payload', 'value-type', 'wire-transaction'],
].map((name) => `wire/${name}.ts`);
/** Those of the XRP Ledger. */
const SERIALIZED = [
  ...['address', 'base58', 'x-address'],
  ...['amount', 'assets', 'fields', 'names', 'numbers', 'object', 'paths', 'type'].map(
    (name) => `serialized/${name}`,
  ),
].map((name) => `wire/${name}.ts`);

/** Where what became of a transaction is decided, and what the custody answers is held against what was asked. */
const FOLDERS = {
  aptos: [...CHAIN, 'node/archive.ts', 'node/pruned.ts', 'node/status.ts'],
  fireblocks: ASKED,
  stacks: [
    'node/lookup.ts',
    'node/spender.ts',
    'operations/submission.ts',
    'node/nonce-evidence.ts',
    ...WIRE,
  ],
  transactions: [...LIFE, ...WORDS],
  xrpl: [...CHAIN, 'node/engine-results.ts', ...SERIALIZED],
};

/** What the mutators are called that draw nothing here. */
const OTHERS = [
  'ArithmeticOperator',
  'ArrayDeclaration',
  'ArrowFunction',
  'AssignmentOperator',
  'BlockStatement',
  'BooleanLiteral',
  'LogicalOperator',
  'MethodExpression',
  'ObjectLiteral',
  'OptionalChaining',
  'Regex',
  'StringLiteral',
  'UnaryOperator',
  'UpdateOperator',
];

const { SyntaxKind } = ts;
const NEGATED = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, SyntaxKind.ExclamationEqualsEqualsToken],
  [SyntaxKind.ExclamationEqualsEqualsToken, SyntaxKind.EqualsEqualsEqualsToken],
  [SyntaxKind.LessThanToken, SyntaxKind.GreaterThanEqualsToken],
  [SyntaxKind.GreaterThanToken, SyntaxKind.LessThanEqualsToken],
  [SyntaxKind.LessThanEqualsToken, SyntaxKind.GreaterThanToken],
  [SyntaxKind.GreaterThanEqualsToken, SyntaxKind.LessThanToken],
]);

const silent = { debug() {}, info() {}, isDebugEnabled: () => false, warn: console.warn };

/** The mutants, and the sources that have them all, by their paths. */
export async function drawByRule(root) {
  const parsed = new Map(
    filesToDraw().map((file) => [file, parse(readFileSync(join(root, file), 'utf8'))]),
  );
  const inputs = [...parsed].map(([name, { text }]) => ({ name, content: text, mutate: true }));
  const options = { plugins: null, excludedMutations: OTHERS, ignorers: [], noHeader: false };
  const { files, mutants } = await new Instrumenter(silent).instrument(inputs, options);
  const drawn = mutants.flatMap(({ id, fileName, location, mutatorName, replacement, status }) => {
    if (status === 'Ignored') return [];
    const source = parsed.get(fileName);
    const from = textAt(source, location);
    const what = kindOf(source, location, mutatorName, replacement);
    if (what === undefined) return [];
    const name = `${plain(from)} -> ${what === 'dropped' ? 'dropped' : plain(replacement)}`;
    return [{ id, kind: 'rule', file: fileName, line: location.start.line + 1, name }];
  });
  return { mutants: numbered(drawn), sources: new Map(files.map((f) => [f.name, f.content])) };
}

function filesToDraw() {
  return Object.entries(FOLDERS).flatMap(([folder, names]) =>
    names.map((name) => `src/${folder}/${name}`),
  );
}

function parse(text) {
  return ts.createSourceFile('it.ts', text, ts.ScriptTarget.ES2022, true);
}

/** The same comparison may stand in a file twice; then the second is called so. */
function numbered(mutants) {
  const counts = new Map();
  return mutants.map((mutant) => {
    const full = `${mutant.file} ${mutant.name}`;
    const count = (counts.get(full) ?? 0) + 1;
    counts.set(full, count);
    return count === 1 ? mutant : { ...mutant, name: `${mutant.name} (${count})` };
  });
}

/** A comparison that is negated, or dropped; nothing for whatever else the mutators make. */
function kindOf(source, location, mutatorName, replacement) {
  const operator = comparisonIn(textAt(source, location));
  if (operator === undefined) return undefined;
  if (mutatorName === 'EqualityOperator') {
    return comparisonIn(replacement) === NEGATED.get(operator) ? 'negated' : undefined;
  }
  const neutral = neutralAt(source, location);
  return neutral !== undefined && neutral === replacement ? 'dropped' : undefined;
}

function comparisonIn(text) {
  const { statements } = parse(`(${text})`);
  const expression = statements[0]?.expression?.expression;
  const operator = expression?.operatorToken?.kind;
  return NEGATED.has(operator) ? operator : undefined;
}

/** What a part of a condition is put to when it is dropped; nothing where it is no part of one. */
function neutralAt(file, { start, end }) {
  const from = file.getPositionOfLineAndCharacter(start.line, start.column);
  const to = file.getPositionOfLineAndCharacter(end.line, end.column);
  let found;
  const visit = (node) => {
    if (node.getStart(file) === from && node.end === to && ts.isBinaryExpression(node))
      found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  let parent = found?.parent;
  while (parent && ts.isParenthesizedExpression(parent)) parent = parent.parent;
  if (!parent || !ts.isBinaryExpression(parent)) return undefined;
  if (parent.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) return 'true';
  return parent.operatorToken.kind === SyntaxKind.BarBarToken ? 'false' : undefined;
}

function textAt(file, { start, end }) {
  const at = ({ line, column }) => file.getPositionOfLineAndCharacter(line, column);
  return file.text.slice(at(start), at(end));
}

function plain(text) {
  return text.replace(/\s+/g, ' ').trim();
}
