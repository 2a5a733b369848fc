// docs/weights.md.

/** A figure of the page may be off by this share, or by a tenth, so that a small change need not write it anew. */
const TOLERANCE = 0.05;

const text = (figure) => (Number.isInteger(figure) ? `${figure}` : figure.toFixed(1));

/** A row of a table: its figures, what they should be at most, and which of them are. */
export function rowOf({ name, figures, goals }) {
  const met = goals?.map((goal, at) => (figures[at] <= goal ? 'yes' : 'no'));
  const verdict = met ? [goals.map(text).join(' / '), met.join(' / ')] : ['', ''];
  return `| ${[name, ...figures.map(text), ...verdict].join(' | ')} |`;
}

export function cellsIn(row) {
  return row.split('|').map((cell) => cell.trim());
}

/** Whether two rows say the same, as far as it matters. */
export function isSame(cells, others) {
  return (
    cells.length === others.length &&
    cells.every((cell, at) => cell === others[at] || isNear(Number(cell), Number(others[at])))
  );
}

function isNear(one, other) {
  return Math.abs(one - other) <= Math.max(TOLERANCE * other, 0.11);
}

const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`, ...rows.map(rowOf)].join(
    '\n',
  );

export function weightsDocument({ bundles, installs, tarball, starts }) {
  return `# What it weighs

Made by \`npm run docs:weights\`. \`npm run weights\` measures the sizes again, prints them, and fails where this page is
off by more than five percent; .ci/run does that with each change. The last column says which goals are met.

## In a bundle

By esbuild for a browser, split into chunks, each minified and gzipped; Node's own modules and
\`@opentelemetry/api\` are left out. In KB of 1,000 bytes: what is loaded at once, and with all that is loaded on use.
Other packages are imported as a whole. What makes and follows
transactions comes with a gateway's first call. A name from the root weighs some more than from its own entry, since what
the chains share is in chunks of all of them.

${table(['', 'at once', 'in all', 'at most', 'met'], bundles)}

## On a disk

What npm installs with each: MiB, and packages. Nothing that is only for development; of packages that a machine
chooses by its system, this one's.

${table(['', 'MiB', 'packages', 'at most', 'met'], installs)}

${table(['', 'MB', 'at most', 'met'], tarball)}

## At its start

How long a process takes that only imports an entry, as a multiple of one that does nothing: the shortest of several in
turns. Measured when this page was written; nothing checks it.

${table(['', 'ratio', 'at most', 'met'], starts)}
`;
}
