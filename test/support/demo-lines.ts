/** A line of `demo --json`. */
export interface DemoLine {
  readonly step: number;
  readonly chain: string;
  readonly what: string;
  readonly ms: number;
  readonly hash: string | null;
  readonly outcome: string;
  readonly summary: Readonly<
    Record<'steps' | 'transactions' | 'answered' | 'refused' | 'ms', number>
  >;
}

export function demoLinesOf(out: string): readonly DemoLine[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
