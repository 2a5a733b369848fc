/** A bar within a cell would end it. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  const inner = text.replaceAll('|', '\\|');
  return fence.length > 1 ? `${fence} ${inner} ${fence}` : `${fence}${inner}${fence}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
