/** Characters that can't be seen, or change what is seen around them. */
const MISLEADING = /(?! )[\p{C}\p{Z}\p{DI}]/gu;

/** A name that another party chose is shown up to this length, so that it pushes nothing else out of a line. */
const MAX_NAME = 40;

/**
 * Text of another party in quotation marks, as one line can show it: control and bidirectional characters, and others
 * that can't be seen, are written as codes such as `\u202e`. Cut to 40 characters.
 */
export function quoted(text: string): string {
  return `"${cut(escaped(text), MAX_NAME)}"`;
}

/** The same without quotation marks and at full length. */
export function escaped(text: string): string {
  return visible(text.replace(/["\\]/g, '\\$&'));
}

/** Text that stands by itself: only what misleads in it is written as codes. */
export function visible(text: string): string {
  return text.replace(MISLEADING, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return `\\u${code.length > 4 ? `{${code}}` : code.padStart(4, '0')}`;
  });
}

/** Longer than any reason that a node gives. */
const MAX_WORDS = 256;
/** The most of a chain's own error message, which is written for people. */
export const MAX_MESSAGE = 500;

/**
 * Words of another party, such as a node's reason, as an error, an event or a line of a log may repeat them: they can
 * neither move a terminal's cursor nor begin a line of their own. Of a longer text, its first characters.
 */
export function excerpt(words: string, atMost = MAX_WORDS): string {
  return visible(words.slice(0, atMost));
}

/**
 * A long name by its beginning and its end: a chain's address stands at one of them, and what tells two names of one
 * party apart may stand at the other. Escaped, since others chose it.
 */
export function shortened(name: string, atMost = MAX_NAME): string {
  const characters = [...escaped(name)];
  if (characters.length <= atMost) return characters.join('');
  const half = Math.floor((atMost - 1) / 2);
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}

/** At most so many characters, the last of them `…` where something is left out. */
export function cut(text: string, atMost: number): string {
  const characters = [...text];
  return characters.length <= atMost ? text : `${characters.slice(0, atMost - 1).join('')}…`;
}
