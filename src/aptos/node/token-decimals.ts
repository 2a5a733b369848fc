import { InvalidInputError, UnexpectedAnswerError } from '../../core/errors.js';
import type { AptosCall } from '../operations/building.js';
import type { CountedAmount, MoveCall, TokenName } from '../operations/input.js';
import { MAX_DECIMALS, nameOf, unitsOf } from '../operations/transfer-token.js';
import { isNativeCoin, NATIVE_DECIMALS } from '../wire/native-coin.js';
import type { AskAgreed } from './abi.js';
import type { Fullnode } from './fullnode.js';

/**
 * How many decimals tokens have. An issuer may change them, so each transfer reads them, in parallel with
 * everything else, and uses the last known value until then.
 */
export class TokenDecimals {
  readonly #last = new Map<string, number>();

  /** For the calls of one reading; several calls are a batch. */
  begin(calls: readonly AptosCall[], ask: AskAgreed): Counting {
    return new Counting(this.#last, calls, ask);
  }
}

/** More tokens than a caller sends. */
const MAX_TOKENS = 500;

/** The amounts of one reading, and whether they were converted with the right decimals. */
export class Counting {
  readonly #last: Map<string, number>;
  readonly #calls: readonly AptosCall[];
  readonly #ask: AskAgreed;
  readonly #asked = new Map<string, Promise<number>>();
  /** The decimals that amounts were converted with before the chain's value was read. */
  readonly #assumed = new Map<string, number>();

  constructor(last: Map<string, number>, calls: readonly AptosCall[], ask: AskAgreed) {
    this.#last = last;
    this.#calls = calls;
    this.#ask = ask;
  }

  /**
   * The call with its amount in base units.
   *
   * @throws InvalidInputError naming `amount` where it has more decimals than the token.
   */
  async counted(call: MoveCall): Promise<MoveCall> {
    const { counted } = call;
    if (!counted) return call;
    const decimals = await this.#decimalsFor(counted);
    const units = unitsOf(counted.amount, decimals, 'amount');
    const functionArguments = [...call.functionArguments.slice(0, -1), units.toString()];
    return { ...call, functionArguments };
  }

  /**
   * Whether the amounts are right; if not, the next conversion uses the value that was read.
   *
   * @throws InvalidInputError naming `tokenDecimals` if the caller's value differs from the chain's.
   */
  async holds(): Promise<boolean> {
    const all = [...this.#asked].map(async ([name, asked]) => [name, await asked] as const);
    const told = new Map(await Promise.all(all));
    for (const { input, place } of this.#calls) {
      const { token, decimals } = (input.kind === 'call' && input.call.counted) || {};
      const own = token && told.get(nameOf(token));
      if (decimals === undefined || decimals === own) continue;
      const reason = `is ${decimals}, and the token has ${own}`;
      throw new InvalidInputError(place?.fieldOf('tokenDecimals') ?? 'tokenDecimals', reason);
    }
    if (this.#last.size >= MAX_TOKENS) this.#last.clear();
    for (const [name, decimals] of told) this.#last.set(name, decimals);
    return [...this.#assumed].every(([name, decimals]) => told.get(name) === decimals);
  }

  /** No node decides what is the same everywhere. */
  #tell(name: string, token: TokenName): Promise<number> {
    if (isNativeCoin(name)) return Promise.resolve(NATIVE_DECIMALS);
    return this.#ask((node) => readDecimals(node, token), String);
  }

  async #decimalsFor({ token, decimals }: CountedAmount): Promise<number> {
    const name = nameOf(token);
    const asked = this.#asked.get(name) ?? this.#tell(name, token);
    // Awaited once the other reads are done, unless one of them fails first.
    asked.catch(() => undefined);
    this.#asked.set(name, asked);
    const known = decimals ?? this.#last.get(name);
    if (known === undefined) return asked;
    if (decimals === undefined) this.#assumed.set(name, known);
    return known;
  }
}

async function readDecimals(node: Fullnode, token: TokenName): Promise<number> {
  const { value } = await node.view(
    'coin' in token
      ? { function: '0x1::coin::decimals', type_arguments: [token.coin], arguments: [] }
      : {
          function: '0x1::fungible_asset::decimals',
          type_arguments: ['0x1::fungible_asset::Metadata'],
          arguments: [token.asset],
        },
  );
  const [decimals] = value;
  const isCount = typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0;
  if (isCount && decimals <= MAX_DECIMALS) return decimals;
  throw new UnexpectedAnswerError('aptos', '/view: the decimals are not as documented');
}
