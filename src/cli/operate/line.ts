import type { Asked } from './request.js';

/**
 * The one line that shows what a command will do, before it asks for a yes. It is made of what was given and checked,
 * and of nothing that a node or the custody platform says.
 */
export function lineOf(network: string, command: string, asked: Asked): string {
  const { vaultAccountId, words } = asked;
  const from = vaultAccountId === undefined ? '' : `, vault account ${vaultAccountId}`;
  const what = words.length === 0 ? '' : `: ${words.join(', ')}`;
  // A value may have come from a file: it must not move the cursor.
  return `${network}${from}: ${command}${what}`.replace(/[^\P{C}]/gu, '?');
}
