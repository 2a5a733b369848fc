/** How the lines of the demo look. */
export interface Style {
  heading(text: string): string;
  title(text: string): string;
  /** What happens in between. */
  aside(text: string): string;
  done(text: string, time: string): string;
  refused(text: string, time: string): string;
}

const same = (text: string) => text;

/** For pipes and files: text alone, without the times that differ from run to run. */
const PLAIN: Style = { heading: same, title: same, aside: same, done: same, refused: same };

const coloured = (on: number, off: number) => (text: string) =>
  `\u001b[${on}m${text}\u001b[${off}m`;
const [bold, dim] = [coloured(1, 22), coloured(2, 22)];
const [green, yellow, cyan] = [coloured(32, 39), coloured(33, 39), coloured(36, 39)];

const COLOURED: Style = {
  heading: (text) => bold(cyan(text)),
  title: bold,
  aside: dim,
  done: (text, time) => `${green('✓')} ${text} ${dim(`(${time})`)}`,
  // Not red: the demo shows refusals on purpose.
  refused: (text, time) => `${yellow('✗')} ${text} ${dim(`(${time})`)}`,
};

export function styleFor(isShown: boolean): Style {
  return isShown ? COLOURED : PLAIN;
}
