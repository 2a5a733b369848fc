// Nothing but `decide` decides what becomes of a transaction. What drives it, and what does as it says, may ask of an
// action its kind alone, and of what was heard nothing. Says where they ask more; the exit code is 1.
//
//   node .ci/lint/driver-conditions.mjs [file...]
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LIFE = join(root, 'src/transactions/life');
const given = process.argv.slice(2);
const paths =
  given.length > 0 ? given : ['driver.ts', 'perform.ts'].map((name) => join(LIFE, name));

/** What may be asked of the facts all the same, and why. */
const ALLOWED = {
  // Of what was never heard of there are facts, too: that nothing was heard.
  'driver.ts': ['attemptOf(this.#facts, action.attempt)'],
};

/** Types of what was heard, and of what is to be done. */
const HEARD = /\b(?:\w*Facts|Moment|Search|Asked|Told|Answer)\b/;
const ACTION = /\bAction\b/;
/** What these give is not what was heard any more. */
const DECIDING = /^(?:decide|perform)$/;

const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind;
const CHOOSING_AMONG = /^(?:every|filter|find|findLast|some)$/;
const CHOOSING = new Set([AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken]);

// Nothing is looked for elsewhere: what a name stands for, its own file says.
const program = ts.createProgram(paths, { noLib: true, noResolve: true });
const checker = program.getTypeChecker();

for (const path of paths) {
  const file = program.getSourceFile(path);
  if (!file) throw new Error(`there is no ${path}`);
  const heard = heardIn(file);
  const unused = new Set(given.length > 0 ? [] : ALLOWED[basename(path)]);
  for (const condition of conditionsIn(file)) {
    const more = heardBy(condition, heard) ?? partOfAction(condition);
    if (!more || unused.delete(condition.getText(file))) continue;
    const { line } = file.getLineAndCharacterOfPosition(condition.getStart(file));
    tell(`${relative(root, path)}:${line + 1} decides by ${more}`);
  }
  // What is allowed but isn't there any more would let something else through one day.
  for (const asked of unused) tell(`${relative(root, path)} does not ask ${asked}, which it may`);
}

function tell(what) {
  console.error(what);
  process.exitCode = 1;
}

/** Whatever what is done next depends on. */
function conditionsIn(file) {
  const found = [];
  walk(file, (node) => {
    if (ts.isIfStatement(node) || ts.isSwitchStatement(node)) found.push(node.expression);
    if (ts.isWhileStatement(node) || ts.isDoStatement(node)) found.push(node.expression);
    if (ts.isForStatement(node) && node.condition) found.push(node.condition);
    if (ts.isConditionalExpression(node)) found.push(node.condition);
    if (ts.isBinaryExpression(node) && CHOOSING.has(node.operatorToken.kind)) found.push(node.left);
    const { expression: callee, arguments: [choice] = [] } = ts.isCallExpression(node) ? node : {};
    if (choice && callee && isChoosing(callee)) found.push(choice);
  });
  return found;
}

/** A method of a list. A function of a module that is called so, as `signer.find`, chooses among nothing. */
function isChoosing(callee) {
  if (!ts.isPropertyAccessExpression(callee) || !CHOOSING_AMONG.test(callee.name.text))
    return false;
  const [declaration] = checker.getSymbolAtLocation(callee.expression)?.declarations ?? [];
  return !declaration || !ts.isNamespaceImport(declaration);
}

/** All names for what was heard, and for what is made of it. */
function heardIn(file) {
  const heard = new Set();
  const add = (name) => {
    walk(name, (node) => {
      const symbol = isName(node) && checker.getSymbolAtLocation(node);
      if (symbol) heard.add(symbol);
    });
  };
  walk(file, (node) => {
    const type = (ts.isParameter(node) || ts.isPropertyDeclaration(node)) && node.type;
    if (type && HEARD.test(type.getText(file))) add(node.name);
  });
  for (let before = -1; before < heard.size; ) {
    before = heard.size;
    walk(file, (node) => {
      if (ts.isVariableDeclaration(node) && heardBy(node.initializer, heard)) add(node.name);
      const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
      if ((isNamed || ts.isGetAccessor(node)) && givesWhatWasHeard(node.body, heard))
        add(node.name);
    });
  }
  return heard;
}

function givesWhatWasHeard(body, heard) {
  let isGiven = false;
  walk(body, (node) => {
    if (ts.isFunctionLike(node)) return false;
    if (ts.isReturnStatement(node)) isGiven ||= heardBy(node.expression, heard) !== undefined;
    return true;
  });
  return isGiven;
}

/** The first name in an expression for what was heard. */
function heardBy(expression, heard) {
  let found;
  walk(expression, (node) => {
    if (ts.isCallExpression(node) && DECIDING.test(node.expression.getText())) return false;
    if (isName(node) && heard.has(checker.getSymbolAtLocation(node))) found ??= node.text;
    return true;
  });
  return found;
}

/** The first part of an action in an expression that is not its kind. */
function partOfAction(expression) {
  let found;
  walk(expression, (node) => {
    const isPart = ts.isPropertyAccessExpression(node) && isAction(node.expression);
    if (isPart && node.name.text !== 'kind') found ??= node.getText();
    const taken = isName(node) && takenFrom(node);
    if (taken && ACTION.test(taken.type) && taken.name !== 'kind') found ??= node.text;
  });
  return found;
}

function isAction(node) {
  const [parameter] = checker.getSymbolAtLocation(node)?.declarations ?? [];
  return parameter && ts.isParameter(parameter) && ACTION.test(parameter.type?.getText() ?? '');
}

/** What a name stands for of something that was passed on. */
function takenFrom(node) {
  const [element] = checker.getSymbolAtLocation(node)?.declarations ?? [];
  const parameter = element && ts.isBindingElement(element) && element.parent.parent;
  if (!parameter || !ts.isParameter(parameter)) return undefined;
  const name = (element.propertyName ?? element.name).getText();
  return { name, type: parameter.type?.getText() ?? '' };
}

function isName(node) {
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
}

function walk(node, visit) {
  if (!node || visit(node) === false) return;
  ts.forEachChild(node, (child) => walk(child, visit));
}
