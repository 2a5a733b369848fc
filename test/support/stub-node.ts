import type { Sandbox } from '../../src/sandbox/index.js';
import type { XrplTransport } from '../../src/xrpl/index.js';
import { transportTo } from './xrpl-node.js';

type Params = Readonly<Record<string, unknown>>;
type Result = Readonly<Record<string, unknown>>;

/** Answers in the place of the sandbox's node, which `ask` asks. */
export type Bend = (params: Params, ask: () => Promise<Result>) => Result | Promise<Result>;

/** The node of a sandbox, but for the commands that a test answers itself. */
export function stubNode(
  { xrpl }: Pick<Sandbox, 'xrpl'>,
  bends: Readonly<Record<string, Bend | undefined>>,
): XrplTransport {
  const transport = transportTo(xrpl.url);
  return {
    async request(command, params, options) {
      const ask = () => transport.request(command, params, options);
      return (await bends[command]?.(params, ask)) ?? ask();
    },
  };
}
