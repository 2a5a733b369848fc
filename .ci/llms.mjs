// The documents as text for programs that read: an index, and all of them in one file (https://llmstxt.org).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By the name of the file. */
export function textsOf(root) {
  const read = (path) => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const documentsIn = (folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => read(`${folder}/${name}`));
  const readme = read('README.md');
  const guides = documentsIn('docs/guides');
  const operations = documentsIn('docs/operations');
  const chapters = documentsIn('docs');
  const index = [
    `# ${titleOf(readme)}`,
    `> ${firstOf(readme)}`,
    section('Guides', guides),
    section('Operations', operations),
    section('Documents', chapters),
  ];
  const all = [readme, ...guides, ...operations, ...chapters].map(
    ({ path, text }) => `<!-- ${path} -->\n\n${text}`,
  );
  return { 'llms.txt': `${index.join('\n\n')}\n`, 'llms-full.txt': all.join('\n') };
}

function section(title, documents) {
  const lines = documents.map(
    (document) => `- [${titleOf(document)}](${document.path})${about(document)}`,
  );
  return `## ${title}\n\n${lines.join('\n')}`;
}

function about(document) {
  const first = firstOf(document);
  return first === '' ? '' : `: ${first}`;
}

function titleOf({ path, text }) {
  return /^# (.+)$/m.exec(text)?.[1] ?? path;
}

/** The first paragraph under the title, in one line. */
function firstOf({ text }) {
  const [, paragraph = ''] = /^# .+\n+((?:(?!#|```|\||- ).+\n)+)/m.exec(text) ?? [];
  return paragraph.trim().replaceAll('\n', ' ');
}
