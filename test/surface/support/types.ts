import { join } from 'node:path';
import ts from 'typescript';
import { CodeDefaults, folderOf } from './code-defaults.js';

/** A method of a gateway as its types say it. */
export interface Method {
  readonly name: string;
  /** The folder and file that declares it, such as `spec.ts`. */
  readonly file: string;
  /** One for each form that it has. */
  readonly forms: readonly Form[];
  /** The first sentence of its documentation. */
  readonly summary: string;
  /** What it gives, where its documentation says that. */
  readonly returns: string | undefined;
  /** Its examples, as Markdown. */
  readonly examples: readonly string[];
}

interface Form {
  readonly parameters: readonly Parameter[];
  /** What it resolves with. */
  readonly result: string;
}

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** An option, as its type and its documentation say it. */
export interface Option {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  /** Its documentation, in one line. */
  readonly about: string;
  /** The folder of the sources that declares it. */
  readonly folder: string;
}

const FLAGS =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** Reads the types of the sources, as the compiler does. */
export class Types {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #root: string;

  constructor(root: string, files: readonly string[]) {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    this.#root = root;
    this.#program = ts.createProgram(
      files.map((file) => join(root, file)),
      options,
    );
    this.#checker = this.#program.getTypeChecker();
  }

  /** The public methods of a class, those that it inherits included. */
  methods(file: string, name: string): readonly Method[] {
    const type = this.#checker.getDeclaredTypeOfSymbol(this.#exported(file, name));
    return this.#checker
      .getPropertiesOfType(type)
      .filter((one) => /^\w+$/.test(one.name) && !isInternal(one))
      .map((symbol) => this.#method(symbol));
  }

  /** What an editor shows for a method: its signatures, and what its documentation begins with. */
  hover(file: string, name: string, method: string): string {
    const type = this.#checker.getDeclaredTypeOfSymbol(this.#exported(file, name));
    const symbol = this.#checker.getPropertyOfType(type, method);
    if (!symbol) throw new Error(`${name} has no ${method}.`);
    const signatures = this.#checker.getTypeOfSymbol(symbol).getCallSignatures();
    const texts = signatures.map((one) => this.#checker.signatureToString(one, undefined, FLAGS));
    return [...texts.map((text) => `${method}${text}`), this.#method(symbol).summary].join('\n');
  }

  /** The fields of an interface or an object type, and the type of each. */
  fields(file: string, name: string): ReadonlyMap<string, string> {
    const type = this.#checker.getDeclaredTypeOfSymbol(this.#exported(file, name));
    return new Map(
      this.#checker.getPropertiesOfType(type).map((symbol) => {
        const field = this.#checker.getTypeOfSymbol(symbol);
        const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
        return [`${symbol.name}${isOptional ? '?' : ''}`, given(this.#text(field), isOptional)];
      }),
    );
  }

  /** The documented fields of an interface, those that it inherits included. */
  options(file: string, name: string): readonly Option[] {
    const type = this.#checker.getDeclaredTypeOfSymbol(this.#exported(file, name));
    return this.#checker
      .getPropertiesOfType(type)
      .filter((symbol) => !isInternal(symbol))
      .map((symbol) => {
        const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
        const field = this.#text(this.#checker.getTypeOfSymbol(symbol));
        const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
        const [declaration] = symbol.declarations ?? [];
        return {
          name: symbol.name,
          isOptional,
          type: given(field, isOptional),
          about: inOneLine(text),
          folder: declaration ? folderOf(declaration.getSourceFile()) : '',
        };
      });
  }

  /** The defaults in the code of the sources. */
  defaults(): CodeDefaults {
    return new CodeDefaults(this.#program, (path) => path.startsWith(join(this.#root, 'src')));
  }

  #exported(file: string, name: string): ts.Symbol {
    const source = this.#program.getSourceFile(join(this.#root, file));
    const module = source && this.#checker.getSymbolAtLocation(source);
    const found =
      module && this.#checker.getExportsOfModule(module).find((one) => one.name === name);
    if (!found) throw new Error(`${file} exports no ${name}.`);
    const isAlias = (found.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(found) : found;
  }

  #method(symbol: ts.Symbol): Method {
    const [declaration] = symbol.declarations ?? [];
    const path = declaration?.getSourceFile().fileName ?? '';
    const file = path.split('/src/').at(-1)?.split('/').slice(1).join('/') ?? '';
    const type = this.#checker.getTypeOfSymbol(symbol);
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    const [summary = ''] = text.split(/(?<=\.)\s|\n\n/);
    const forms = type.getCallSignatures().map((signature) => this.#form(signature));
    const tagged = (name: string) =>
      symbol
        .getJsDocTags(this.#checker)
        .filter((tag) => tag.name === name)
        .map((tag) => ts.displayPartsToString(tag.text).trim());
    const [returns] = tagged('returns').map(inOneLine);
    const examples = tagged('example');
    return { name: symbol.name, file, forms, summary: inOneLine(summary), returns, examples };
  }

  #form(signature: ts.Signature): Form {
    const parameters = signature.getParameters().map((symbol) => {
      const declared = symbol.valueDeclaration;
      const isParameter = declared !== undefined && ts.isParameter(declared);
      const isOptional = isParameter && this.#checker.isOptionalParameter(declared);
      const type = this.#checker.getTypeOfSymbol(symbol);
      const isRest = isParameter && declared.dotDotDotToken !== undefined;
      const name = isRest ? `...${symbol.name}` : symbol.name;
      return { name, type: given(this.#text(type), isOptional), isOptional };
    });
    const result = this.#text(signature.getReturnType());
    return { parameters, result: /^Promise<(.*)>$/.exec(result)?.[1] ?? result };
  }

  #text(type: ts.Type): string {
    return this.#checker.typeToString(type, undefined, FLAGS).replace(/\s+/g, ' ');
  }
}

/** Links are code here: the text stands in another place. */
function inOneLine(text: string): string {
  return text
    .replace(/\{@link ([^}]*)\}/g, (_, target: string) => `\`${target.trim()}\``)
    .replace(/\s+/g, ' ');
}

function isInternal(symbol: ts.Symbol): boolean {
  return symbol.getJsDocTags().some(({ name }) => name === 'internal');
}

/** The type of what is given at all. */
function given(type: string, isOptional: boolean): string {
  return isOptional ? type.replace(/ \| undefined\b/g, '') : type;
}
