// How all of the benchmarks tell what they have measured: each row is a ratio of two things in one run.
import { fileURLToPath } from 'node:url';

export function isMain(url) {
  return process.argv[1] === fileURLToPath(url);
}

export function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

export function print(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, ratio, of } of rows) {
    console.log(`${what.padEnd(width)}  ${ratio.toFixed(2).padStart(7)}  of ${of}`);
  }
}
