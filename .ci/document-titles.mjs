// A plugin of typedoc: in its navigation, search and titles a document has the title that it begins with, where
// typedoc takes the name of the file. Addresses stay those of the files, since they are made before this.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PageEvent, ReflectionKind, Renderer } from 'typedoc';

const docs = fileURLToPath(new URL('../docs', import.meta.url));

/** A slash would be a folder of the navigation. */
function titleOf(name) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(docs, `${name}.md`), 'utf8')) ?? [];
  return title?.replaceAll('`', '').replaceAll('/', ' and ') ?? name;
}

/** The folder stays before it: the navigation is made of both. */
function titled(name) {
  const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : '';
  return `${folder}${titleOf(name)}`;
}

export function load(app) {
  app.renderer.on(Renderer.EVENT_BEGIN, ({ project }) => {
    for (const document of project.getReflectionsByKind(ReflectionKind.Document)) {
      document.name = titled(document.name);
    }
  });
  // A tab of the browser has no room for the folder.
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents?.replace(/<title>\w+\//, '<title>');
  });
}
