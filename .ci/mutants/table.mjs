/** What became of the mutants of each file, as the rows of a table in Markdown: named ones, then those by rule. */
export function tableOf(results) {
  const rows = new Map();
  for (const { mutant, why, violation, test } of results) {
    const key = `${mutant.kind} ${mutant.file}`;
    const row = rows.get(key) ?? { mutant, drawn: 0, seeds: 0, tests: 0, equivalent: 0 };
    row.drawn += 1;
    if (why !== undefined) row.equivalent += 1;
    else if (violation !== undefined) row.seeds += 1;
    else if (test !== undefined) row.tests += 1;
    rows.set(key, row);
  }
  return [
    '| File | Mutants | By seeds | By tests | Equivalent |',
    '| --- | --- | --- | --- | --- |',
    ...[...rows.values()].map(({ mutant, drawn, seeds, tests, equivalent }) => {
      const kind = mutant.kind === 'named' ? ', named' : '';
      return `| \`${mutant.file.replace(/^src\//, '')}\`${kind} | ${drawn} | ${seeds} | ${tests} | ${equivalent} |`;
    }),
  ];
}
