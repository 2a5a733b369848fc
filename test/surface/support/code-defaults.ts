import ts from 'typescript';

/**
 * The defaults that the sources themselves give to what was left out: `name ?? 5`, `{ name = 5 }`, `name === false`,
 * and `f(options.name)` where `f` has one for that parameter.
 */
export class CodeDefaults {
  readonly #checker: ts.TypeChecker;
  /** By name: the values, each with the folders of the sources that it was found in. */
  readonly #known = new Map<string, Map<string, Set<string>>>();
  /** By name: those of the parameters that it is passed on to. */
  readonly #passed = new Map<string, Set<string>>();
  #folder = '';

  constructor(program: ts.Program, isOwn: (path: string) => boolean) {
    this.#checker = program.getTypeChecker();
    for (const source of program.getSourceFiles()) {
      if (!isOwn(source.fileName)) continue;
      this.#folder = folderOf(source);
      this.#read(source);
    }
  }

  /** All that a name is given as its default, anywhere or in one folder of the sources. */
  of(name: string, folder?: string): ReadonlySet<string> {
    const names = new Set([name, ...(this.#passed.get(name) ?? [])]);
    const all = [...names].flatMap((one) => [...(this.#known.get(one) ?? [])]);
    const own = all.filter(([, folders]) => folder === undefined || folders.has(folder));
    return new Set(own.map(([value]) => value));
  }

  #read(node: ts.Node): void {
    if ((ts.isBindingElement(node) || ts.isParameter(node)) && node.initializer) {
      const renamed = ts.isBindingElement(node) ? node.propertyName : undefined;
      this.#learn((renamed ?? node.name).getText(), this.#valuesOf(node.initializer));
    }
    if (ts.isBinaryExpression(node)) this.#readOperator(node);
    if (ts.isCallExpression(node)) this.#readCall(node);
    ts.forEachChild(node, (child) => this.#read(child));
  }

  #readOperator({ left, right, operatorToken: { kind } }: ts.BinaryExpression): void {
    if (kind === ts.SyntaxKind.QuestionQuestionToken) {
      this.#learn(nameOf(left), this.#valuesOf(right));
    }
    const compares = [
      ts.SyntaxKind.EqualsEqualsEqualsToken,
      ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ];
    if (compares.includes(kind) && right.kind === ts.SyntaxKind.FalseKeyword) {
      this.#learn(nameOf(left), ['true']);
    }
  }

  #readCall(call: ts.CallExpression): void {
    call.arguments.forEach((argument, index) => {
      const name = nameOf(argument);
      if (name === undefined) return;
      for (const signature of this.#checker
        .getTypeAtLocation(call.expression)
        .getCallSignatures()) {
        const parameter = signature.declaration?.parameters[index];
        if (!parameter || !ts.isParameter(parameter) || !ts.isIdentifier(parameter.name)) continue;
        const { text } = parameter.name;
        if (text !== name) this.#passed.set(name, (this.#passed.get(name) ?? new Set()).add(text));
      }
    });
  }

  #learn(name: string | undefined, values: readonly string[]): void {
    if (name === undefined) return;
    for (const value of values) {
      const known = this.#known.get(name) ?? new Map<string, Set<string>>();
      this.#known.set(name, known.set(value, (known.get(value) ?? new Set()).add(this.#folder)));
    }
  }

  /** Literals, also by the names of their constants; nothing for what is no literal. */
  #valuesOf(expression: ts.Expression): readonly string[] {
    if (ts.isIdentifier(expression)) return this.#constant(expression);
    if (ts.isParenthesizedExpression(expression)) return this.#valuesOf(expression.expression);
    if (ts.isConditionalExpression(expression)) {
      return [expression.whenTrue, expression.whenFalse].flatMap((one) => this.#valuesOf(one));
    }
    if (ts.isBinaryExpression(expression)) return this.#product(expression);
    if (ts.isNumericLiteral(expression)) return [plain(expression.text)];
    if (ts.isBigIntLiteral(expression)) return [plain(expression.text.replace(/n$/, ''))];
    if (ts.isStringLiteral(expression)) return [expression.text];
    if (expression.kind === ts.SyntaxKind.TrueKeyword) return ['true'];
    return expression.kind === ts.SyntaxKind.FalseKeyword ? ['false'] : [];
  }

  #constant(name: ts.Identifier): readonly string[] {
    const symbol = this.#checker.getSymbolAtLocation(name);
    const isAlias = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const meant = isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const declared = meant?.valueDeclaration;
    const isConstant = declared && ts.isVariableDeclaration(declared) && declared.initializer;
    return isConstant ? this.#valuesOf(isConstant) : [];
  }

  /** As in `64 * 1024`. */
  #product({ left, right, operatorToken }: ts.BinaryExpression): readonly string[] {
    if (operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return [];
    return this.#valuesOf(left).flatMap((one) =>
      this.#valuesOf(right).map((other) => String(Number(one) * Number(other))),
    );
  }
}

/** The folder of the sources that a file is in. */
export function folderOf({ fileName }: ts.SourceFile): string {
  return fileName.split('/src/').at(-1)?.split('/')[0] ?? '';
}

/** `given.name ?? defaults.name` is about `name`. */
function nameOf(left: ts.Expression): string | undefined {
  if (ts.isBinaryExpression(left)) return nameOf(left.right);
  if (ts.isPropertyAccessExpression(left)) return left.name.text;
  return ts.isIdentifier(left) ? left.text : undefined;
}

/** A number as every place writes it. */
export function plain(text: string): string {
  const bare = text.replaceAll(/[_,]/g, '');
  return /^\d+(?:\.\d+)?$/.test(bare) ? String(Number(bare)) : text;
}
