import type { Sandbox } from '../../src/sandbox/index.js';
import { jsonRpcTransport, XrplNodeError, type XrplTransport } from '../../src/xrpl/index.js';

type Params = Readonly<Record<string, unknown>>;
type Result = Readonly<Record<string, unknown>>;

/** Answers in the place of the sandbox's node, which `ask` asks. */
export type Bend = (params: Params, ask: () => Promise<Result>) => Result | Promise<Result>;

/** The node of a sandbox, but for the commands that a test answers itself. */
export function bentNode(
  { xrpl }: Pick<Sandbox, 'xrpl'>,
  bends: Readonly<Record<string, Bend | undefined>>,
): XrplTransport {
  const transport = jsonRpcTransport(xrpl.url);
  return {
    async request(command, params, options) {
      const ask = () => transport.request(command, params, options);
      return (await bends[command]?.(params, ask)) ?? ask();
    },
  };
}

/** A node that has no room for any transaction as long as `isFull` says so. */
export function crowdedNode(sandbox: Pick<Sandbox, 'xrpl'>, isFull: () => boolean): XrplTransport {
  return bentNode(sandbox, {
    submit: (_, ask) => (isFull() ? { engine_result: 'telCAN_NOT_QUEUE' } : ask()),
  });
}

export function transactionNotFound(): XrplNodeError {
  return new XrplNodeError('txnNotFound', undefined);
}
