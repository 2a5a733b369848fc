// Several processes can be simulated in one, and two copies of the package be loaded beside each other:
// so no module may keep anything that changes. Caches are that too. Says where one does; the exit code is 1.
//
//   node .ci/lint/module-state.mjs [folder]
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'src');

/** What may be kept all the same, and why. */
const ALLOWED = {
  // Making an RSA key takes longer than a whole test, and which one it is makes no difference to anything.
  'sandbox/rsa-keys.ts': ['made'],
  // What is said of an object is the object's, and goes with it.
  'core/abort.ts': ['actionsOf'],
  'http/client-address.ts': ['addresses'],
  'http/parsed-body.ts': ['parsedBodies'],
  'http/request-target.ts': ['targets'],
  'http/responses.ts': ['wholeBodies'],
  'requests/primitives/default.ts': ['knownOf'],
  'provider/schemas/schema.ts': ['knownValues', 'listedValues'],
  'sandbox/xrpl/rpc/transaction-json.ts': ['encoded'],
  'stacks/answer.ts': ['causes'],
};
/** Whose memory shows in nothing: a schema is the same whenever it is made. */
const ALLOWED_MAKERS = new Set(['schema']);

const CHANGING = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);
/** What does not change, or only where it is seen to be changed. */
const INERT = /^(?:Map|Set|RegExp|URL|Text(?:En|De)coder|.*Error|.*Array|BcsType)$/;

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => parse(path));
const makers = new Set(files.flatMap(makersIn));
const changedElsewhere = new Set(files.flatMap((file) => changedImports(file)));
const findings = files.flatMap((file) => findingsIn(file));

// What is allowed but isn't there any more would let something else through one day.
if (process.argv[2] === undefined) {
  const unused = Object.entries(ALLOWED).filter(([path, names]) => {
    const file = files.find(({ fileName }) => fileName === join(folder, path));
    return !file || names.some((name) => !changesIn(file).has(name));
  });
  for (const [path] of unused) console.error(`${path} keeps nothing of what it may keep`);
  if (unused.length > 0) process.exitCode = 1;
}
for (const { file, node, what } of findings) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  console.error(`${relative(root, file.fileName)}:${line + 1} ${what}`);
}
if (findings.length > 0) process.exitCode = 1;

function parse(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
}

function findingsIn(file) {
  const found = [];
  const allowed = ALLOWED[relative(folder, file.fileName)] ?? [];
  const tell = (node, what) => found.push({ file, node, what });
  const changed = changesIn(file);
  const check = (name, node, value) => {
    if (allowed.includes(name)) return;
    if (changed.has(name) || changedElsewhere.has(name)) {
      tell(node, `${name} is changed, and is the module's`);
    } else if (value && ts.isNewExpression(value) && !INERT.test(value.expression.getText(file))) {
      tell(node, `${name} is an instance, and is the module's`);
    } else if (value && ts.isCallExpression(value) && remembers(value)) {
      tell(node, `${name} remembers something, and is the module's`);
    } else if (value && ts.isRegularExpressionLiteral(value) && isMoved(file, name, value.text)) {
      tell(node, `${name} remembers where it was, and is the module's`);
    }
  };
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const isConst = statement.declarationList.flags & ts.NodeFlags.Const;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!isConst) tell(name, `${name.getText(file)} is a variable of the module`);
        else if (ts.isIdentifier(name)) check(name.text, name, bare(initializer));
      }
    }
    walk(statement, (node) => {
      if (!ts.isPropertyDeclaration(node) || !has(node, ts.SyntaxKind.StaticKeyword)) return;
      const name = node.name.getText(file);
      if (!has(node, ts.SyntaxKind.ReadonlyKeyword)) tell(node, `static ${name} is not readonly`);
      else check(name, node, bare(node.initializer));
    });
  }
  return found;
}

/** A function that is called at once, or one that is known to give a function with a memory. */
function remembers({ expression }) {
  const callee = bare(expression);
  if (ts.isFunctionExpression(callee) || ts.isArrowFunction(callee)) return hasMemory(callee);
  return ts.isIdentifier(callee) && makers.has(callee.text) && !ALLOWED_MAKERS.has(callee.text);
}

/** A regular expression that goes on from where it was. */
function isMoved(file, name, text) {
  if (!/\/[a-z]*[gy][a-z]*$/.test(text)) return false;
  return new RegExp(`\\b${name}\\.(?:exec|test)\\(`).test(file.text);
}

/** The functions that give functions with a memory: their variables are changed within another function. */
function makersIn(file) {
  const found = [];
  walk(file, (node) => {
    const isNamed = ts.isFunctionDeclaration(node) && node.name && hasMemory(node);
    if (isNamed) found.push(node.name.text);
    const value = ts.isVariableDeclaration(node) ? bare(node.initializer) : undefined;
    const isArrow = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
    if (isArrow && ts.isIdentifier(node.name) && hasMemory(value)) found.push(node.name.text);
  });
  return found;
}

function hasMemory(maker) {
  const own = new Set();
  const givesFunction = { found: false };
  walk(maker.body, (node) => {
    if (ts.isFunctionLike(node)) return false;
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) own.add(node.name.text);
    return true;
  });
  walk(maker.body, (node) => {
    if (!ts.isFunctionLike(node) || !isGiven(node, maker)) return true;
    for (const name of changesIn(node)) if (own.has(name)) givesFunction.found = true;
    return true;
  });
  return givesFunction.found;
}

/** Whether a function is what its maker returns, or a part of it. */
function isGiven(node, maker) {
  for (let at = node.parent; at && at !== maker; at = at.parent) {
    if (ts.isReturnStatement(at)) return true;
    if (ts.isCallExpression(at) || ts.isVariableDeclaration(at)) return false;
  }
  return maker.body === node;
}

/** The names that something is assigned to, or that are changed by one of their own methods. */
function changesIn(scope) {
  const names = new Set();
  const change = (node) => {
    let target = bare(node);
    while (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) {
      if (ts.isPropertyAccessExpression(target) && /^[A-Z]/.test(target.expression.getText())) {
        names.add(target.name.text);
      }
      target = bare(target.expression);
    }
    if (ts.isIdentifier(target)) names.add(target.text);
  };
  walk(scope, (node) => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) change(node.left);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
      if ([PlusPlusToken, MinusMinusToken].includes(node.operator)) change(node.operand);
    }
    if (ts.isDeleteExpression(node)) change(node.expression);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      if (CHANGING.has(name.text)) change(expression);
      if (expression.getText() === 'Object' && name.text === 'assign' && node.arguments[0]) {
        change(node.arguments[0]);
      }
    }
    return true;
  });
  return names;
}

/** What a file changes that is another's. */
function changedImports(file) {
  const imported = new Set();
  for (const statement of file.statements) {
    const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings)) {
      for (const { name } of bindings.elements) imported.add(name.text);
    }
  }
  return [...changesIn(file)].filter((name) => imported.has(name));
}

function isAssignment(kind) {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function has(node, kind) {
  return node.modifiers?.some((modifier) => modifier.kind === kind) === true;
}

function bare(node) {
  let inner = node;
  while (
    inner &&
    (ts.isParenthesizedExpression(inner) ||
      ts.isAsExpression(inner) ||
      ts.isSatisfiesExpression(inner) ||
      ts.isNonNullExpression(inner))
  ) {
    inner = inner.expression;
  }
  return inner;
}

function walk(node, visit) {
  if (!node || visit(node) === false) return;
  ts.forEachChild(node, (child) => walk(child, visit));
}
