import {
  LocalRawSigner,
  type RawSigner,
  type RawSigningRequest,
  SignatureRejectedError,
} from '../../../src/signer/index.js';

/** Refuses to sign transactions and keeps what it was shown, so that nothing that is asked ever changes a chain. */
export class RefusingSigner implements RawSigner {
  readonly #inner = new LocalRawSigner({ seed: 'amounts', quiet: true });
  readonly #isSigned: (payload: unknown) => boolean;
  shown: unknown[] = [];

  /** @param isSigned - What it signs all the same. */
  constructor(isSigned: (payload: unknown) => boolean = () => false) {
    this.#isSigned = isSigned;
  }

  get capabilities() {
    return this.#inner.capabilities;
  }

  getPublicKey(...call: Parameters<RawSigner['getPublicKey']>) {
    return this.#inner.getPublicKey(...call);
  }

  async sign(request: RawSigningRequest, ...rest: []) {
    const { unhashedPayload: payload } = request;
    if (this.#isSigned(payload)) return this.#inner.sign(request, ...rest);
    this.shown.push(payload);
    throw new SignatureRejectedError({
      requestId: request.idempotencyKey,
      custodyId: 'none',
      status: 'REJECTED',
    });
  }
}

/** What a call asked to sign, or the field that was refused, or the code of another refusal. */
type Outcome =
  | { readonly units: string; readonly refused?: undefined }
  | { readonly units?: undefined; readonly refused: string };

async function outcomeOf(
  signer: RefusingSigner,
  call: () => Promise<unknown>,
  unitsIn: (payload: never) => unknown,
): Promise<Outcome> {
  signer.shown = [];
  const told: unknown = await call().catch((error: unknown) => error);
  if (signer.shown.length > 0) return { units: String(unitsIn(signer.shown[0] as never)) };
  const { code, field, details = {} } = Object(told) as Record<string, unknown>;
  if (code === undefined) throw told;
  return { refused: String(code === 'INVALID_INPUT' ? (field ?? Object(details).field) : code) };
}

/** How a value is written, in the order of the table. */
interface Writing {
  readonly title: string;
  /** A value that JSON has no form for is not sent over HTTP. */
  readonly of: (one: number) => unknown;
  readonly inJson: boolean;
}

/** A row: an amount of a method or a route. */
export interface Row {
  readonly name: string;
  readonly call: (value: never) => Promise<unknown>;
  /** The base units in the payload. */
  readonly units: (payload: never) => unknown;
  /** The number that is written. Default 1; more where a chain takes no less. */
  readonly one?: number;
  readonly isHttp?: boolean;
}

/** The same number written in each way, and what came of it. */
export async function tableOf(
  signer: RefusingSigner,
  rows: readonly Row[],
  texts: readonly string[],
): Promise<{ readonly text: string; readonly units: ReadonlyMap<string, ReadonlySet<string>> }> {
  const writings: Writing[] = [
    { title: '1n', of: (one) => BigInt(one), inJson: false },
    { title: "'1'", of: (one) => String(one), inJson: true },
    { title: '1', of: (one) => one, inJson: true },
    { title: "'1.5'", of: (one) => `${one}.5`, inJson: true },
    ...texts.map((text) => ({
      title: `'${text}'`,
      of: (one: number) => text.replace(/^1/, String(one)),
      inJson: true,
    })),
  ];
  const lines: string[][] = [['', ...writings.map(({ title }) => title), 'refused as']];
  const units = new Map<string, ReadonlySet<string>>();
  for (const row of rows) {
    const outcomes: Outcome[] = [];
    for (const { of, inJson } of writings) {
      const value = of(row.one ?? 1) as never;
      const isLeftOut = row.isHttp && !inJson;
      outcomes.push(
        isLeftOut ? { units: '' } : await outcomeOf(signer, () => row.call(value), row.units),
      );
    }
    const times = (row.one ?? 1) === 1 ? '' : ` (of ${row.one})`;
    const refusals = new Set(outcomes.flatMap(({ refused = [] }) => refused));
    const cells = outcomes.map(({ units = 'x' }) => units);
    lines.push([`${row.name}${times}`, ...cells, [...refusals].join(', ')]);
    units.set(row.name, new Set(outcomes.slice(0, 3).flatMap(({ units: all }) => all || [])));
  }
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const text = lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
        .join(' | ')
        .trimEnd(),
    )
    .join('\n');
  return { text, units };
}
