import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { transportTo } from './xrpl-node.js';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A sandbox in a process of its own, for others that come and go. */
export interface SandboxProcess {
  readonly custody: { url: string; apiKey: string; apiSecret: string };
  readonly xrpl: { url: string; networkId: number };
  stop(): Promise<void>;
}

export async function startSandboxProcess(): Promise<SandboxProcess> {
  const sandbox = spawn(process.execPath, [CLI, 'sandbox', '--ledger-close-ms', '30'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of sandbox.stdout) {
    text += String(chunk);
    if (text.trimEnd().endsWith('}')) break;
  }
  return {
    ...(JSON.parse(text) as Omit<SandboxProcess, 'stop'>),
    async stop() {
      // It has nothing to lose.
      sandbox.kill('SIGKILL');
      if (sandbox.exitCode === null && sandbox.signalCode === null) await once(sandbox, 'exit');
    },
  };
}

/** How a child ended: killed by itself, or done. */
export interface Ended {
  readonly killed: boolean;
  readonly output: string;
}

export interface Child {
  readonly process: ChildProcess;
  /** What it has said so far. */
  output(): string;
  /** Rejects with what it said when it failed. */
  readonly ended: Promise<Ended>;
}

/** Runs one of the programs beside this file. */
export function startChild(program: string, instructions: object): Child {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(instructions)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listen = (chunk: unknown) => {
    output += String(chunk);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = once(child, 'close').then(([code, signal]) => {
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(output);
    return { killed: signal === 'SIGKILL', output };
  });
  return { process: child, output: () => output, ended };
}

export interface Payment {
  readonly hash: string;
  /** In drops. */
  readonly amount: string;
  readonly sequence: number;
}

/** What the ledger has of an account: the payments that it sent. */
export async function paidBy({ xrpl }: SandboxProcess, account: string): Promise<Payment[]> {
  const params = { account, limit: 200 };
  const answer = await transportTo(xrpl.url).request('account_tx', params);
  const entries = answer.transactions as { hash: string; tx_json: Record<string, unknown> }[];
  return entries
    .filter(({ tx_json }) => tx_json.Account === account && tx_json.TransactionType === 'Payment')
    .map(({ hash, tx_json }) => ({
      hash,
      amount: String(tx_json.DeliverMax ?? ''),
      sequence: Number(tx_json.Sequence),
    }));
}
