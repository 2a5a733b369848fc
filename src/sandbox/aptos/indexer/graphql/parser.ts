import { GraphqlError } from './errors.js';

/** A value in a document; a variable is put in once its value is known. */
export type Value =
  | { readonly kind: 'plain'; readonly value: string | number | bigint | boolean | null }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Value> };

export interface Field {
  readonly kind: 'field';
  readonly name: string;
  /** The name in the answer. */
  readonly alias: string;
  readonly args: ReadonlyMap<string, Value>;
  readonly selection: readonly Selection[] | undefined;
}

export type Selection =
  | Field
  | { readonly kind: 'spread'; readonly fragment: string }
  | { readonly kind: 'inline'; readonly selection: readonly Selection[] };

interface Variable {
  readonly name: string;
  readonly required: boolean;
  readonly fallback: Value | undefined;
}

export interface Operation {
  readonly name: string | undefined;
  readonly variables: readonly Variable[];
  readonly selection: readonly Selection[];
}

export interface GraphqlDocument {
  readonly operations: readonly Operation[];
  readonly fragments: ReadonlyMap<string, readonly Selection[]>;
}

const TOKEN =
  /[\s,\ufeff]+|#[^\n]*|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\.\.|[_A-Za-z][_0-9A-Za-z]*|[!$&()/:=@[\]{|}]/gy;

/** @throws GraphqlError */
export function parseDocument(source: string): GraphqlDocument {
  const parser = new Parser(tokensOf(source));
  return parser.document();
}

function tokensOf(source: string): readonly string[] {
  const tokens: string[] = [];
  let end = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    end += token.length;
    if (!/^[\s,\ufeff#]/.test(token)) tokens.push(token);
  }
  if (end < source.length) throw notGraphql();
  return tokens;
}

function notGraphql(): GraphqlError {
  return new GraphqlError('not a valid graphql query', '$.query');
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  document(): GraphqlDocument {
    const operations: Operation[] = [];
    const fragments = new Map<string, readonly Selection[]>();
    while (this.#at < this.#tokens.length) {
      if (this.#take('fragment')) {
        const name = this.#name();
        this.#expect('on');
        this.#name();
        fragments.set(name, this.#selectionSet());
      } else {
        operations.push(this.#operation());
      }
    }
    if (operations.length === 0) throw notGraphql();
    return { operations, fragments };
  }

  #operation(): Operation {
    if (this.#peek === '{') {
      return { name: undefined, variables: [], selection: this.#selectionSet() };
    }
    if (!this.#take('query')) {
      if (['mutation', 'subscription'].includes(this.#peek ?? '')) {
        throw new GraphqlError(`no ${this.#peek}s exist`, '$', 'validation-failed');
      }
      throw notGraphql();
    }
    const name = this.#isName() ? this.#name() : undefined;
    const variables: Variable[] = [];
    if (this.#take('(')) while (!this.#take(')')) variables.push(this.#variable());
    return { name, variables, selection: this.#selectionSet() };
  }

  #variable(): Variable {
    this.#expect('$');
    const name = this.#name();
    this.#expect(':');
    const required = this.#type();
    const fallback = this.#take('=') ? this.#value() : undefined;
    return { name, required: required && fallback === undefined, fallback };
  }

  /** Whether the type forbids null. */
  #type(): boolean {
    if (this.#take('[')) {
      this.#type();
      this.#expect(']');
    } else {
      this.#name();
    }
    return this.#take('!');
  }

  #selectionSet(): readonly Selection[] {
    this.#expect('{');
    const selections: Selection[] = [];
    while (!this.#take('}')) selections.push(this.#selection());
    if (selections.length === 0) throw notGraphql();
    return selections;
  }

  #selection(): Selection {
    if (this.#take('...')) {
      if (this.#take('on')) {
        this.#name();
        return { kind: 'inline', selection: this.#selectionSet() };
      }
      return { kind: 'spread', fragment: this.#name() };
    }
    const first = this.#name();
    const name = this.#take(':') ? this.#name() : first;
    const args = new Map<string, Value>();
    if (this.#take('(')) {
      while (!this.#take(')')) {
        const argument = this.#name();
        this.#expect(':');
        args.set(argument, this.#value());
      }
    }
    const selection = this.#peek === '{' ? this.#selectionSet() : undefined;
    return { kind: 'field', name, alias: first, args, selection };
  }

  #value(): Value {
    const token = this.#next();
    if (token === '$') return { kind: 'variable', name: this.#name() };
    if (token === '[') {
      const items: Value[] = [];
      while (!this.#take(']')) items.push(this.#value());
      return { kind: 'list', items };
    }
    if (token === '{') {
      const fields = new Map<string, Value>();
      while (!this.#take('}')) {
        const name = this.#name();
        this.#expect(':');
        fields.set(name, this.#value());
      }
      return { kind: 'object', fields };
    }
    if (token.startsWith('"')) return { kind: 'plain', value: textOf(token) };
    if (/^-?\d+$/.test(token)) return { kind: 'plain', value: BigInt(token) };
    if (/^-?\d/.test(token)) return { kind: 'plain', value: Number(token) };
    if (token === 'true' || token === 'false') return { kind: 'plain', value: token === 'true' };
    if (token === 'null') return { kind: 'plain', value: null };
    if (/^[_A-Za-z]/.test(token)) return { kind: 'enum', name: token };
    throw notGraphql();
  }

  get #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #isName(): boolean {
    return /^[_A-Za-z]/.test(this.#peek ?? '');
  }

  #name(): string {
    if (!this.#isName()) throw notGraphql();
    return this.#next();
  }

  #next(): string {
    const token = this.#peek;
    if (token === undefined) throw notGraphql();
    this.#at += 1;
    return token;
  }

  #take(token: string): boolean {
    if (this.#peek !== token) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw notGraphql();
  }
}

function textOf(token: string): string {
  if (token.startsWith('"""')) return token.slice(3, -3).trim();
  try {
    return String(JSON.parse(token));
  } catch {
    throw notGraphql();
  }
}
