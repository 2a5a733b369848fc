import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { entryPoints }: { entryPoints: readonly string[] } = JSON.parse(
  readFileSync(`${root}typedoc.json`, 'utf8'),
);
const files = new Map(
  readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const text = readFileSync(`${root}src/${file}`, 'utf8');
      return [`src/${file}`, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)];
    }),
);

/** The classes of a file, and of those that it exports from, by their names. */
function classesOf(file: string): readonly ts.ClassDeclaration[] {
  const { statements } = files.get(file) ?? {};
  return (statements ?? []).flatMap((statement) => {
    if (ts.isClassDeclaration(statement)) return [statement];
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) return [];
    if (!ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { text } = statement.moduleSpecifier;
    const from = classesOf(join(file, '..', text.replace(/\.js$/, '.ts')));
    const { exportClause } = statement;
    if (!exportClause || !ts.isNamedExports(exportClause)) return from;
    const names = exportClause.elements.map(
      ({ name, propertyName }) => (propertyName ?? name).text,
    );
    return from.filter(({ name }) => name !== undefined && names.includes(name.text));
  });
}

/** What a class extends, if that is a class of this package too. */
function basesOf(own: ts.ClassDeclaration): readonly ts.ClassDeclaration[] {
  const names = (own.heritageClauses ?? []).flatMap(({ types }) =>
    types.map(({ expression }) => expression.getText()),
  );
  const bases = [...files.values()].flatMap(({ statements }) =>
    statements.filter(ts.isClassDeclaration).filter(({ name }) => names.includes(name?.text ?? '')),
  );
  return bases.flatMap((base) => [base, ...basesOf(base)]);
}

const classes = new Set(entryPoints.flatMap(classesOf).flatMap((own) => [own, ...basesOf(own)]));
const methods = [...classes]
  .flatMap(({ members }) => members.filter(ts.isMethodDeclaration).filter(isPublic))
  .filter((method) => ts.getJSDocCommentsAndTags(method).length > 0);

function isPublic({ name, modifiers }: ts.MethodDeclaration): boolean {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return ts.isIdentifier(name) && !modifiers?.some(({ kind }) => hidden.includes(kind));
}

function nameOf({ name, parent }: ts.MethodDeclaration): string {
  const className = ts.isClassDeclaration(parent) ? parent.name?.text : undefined;
  return `${className}.${name.getText()}`;
}

/** The parameters of a method without a text of their own, and `returns` where it does not say what it gives. */
function missingOf(method: ts.MethodDeclaration): readonly string[] {
  const parameters = method.parameters
    .filter((parameter) => ts.getJSDocParameterTags(parameter).every(({ comment }) => !comment))
    .map(({ name }) => name.getText());
  const givesNothing = /^(?:Promise<)?void>?$/.test(method.type?.getText() ?? '');
  const says = ts.getJSDocReturnTag(method)?.comment !== undefined;
  return givesNothing || says ? parameters : [...parameters, 'returns'];
}

describe('what an editor shows over a method of a class that the package gives out', () => {
  test.each([...new Set(methods.map(nameOf))])(
    '%s says what it takes, and what it gives',
    (name) => {
      const own = methods.filter((method) => nameOf(method) === name);
      expect(own.flatMap(missingOf)).toEqual([]);
    },
  );
});
