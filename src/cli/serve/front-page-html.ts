import { escapeHtml } from '../../http/docs/html.js';
import { CLOSED, contentTypeOf } from '../../http/docs/policies.js';
import type { DependencyHealth, Readiness } from '../../server/readiness.js';

/** Where a server goes on from `GET /`. */
export const LINKS = {
  documents: '/api-docs',
  reference: '/type-docs/',
  health: '/healthz',
  readiness: '/readyz',
  metrics: '/api/metrics',
} as const;

/** What the page shows. */
export interface FrontPage {
  readonly serves: string;
  readonly version: string;
  readonly status: 'ready' | 'not ready';
  readonly dependencies: NonNullable<Readiness['dependencies']>;
}

/** The page has no scripts, and loads nothing. */
export const PAGE_HEADERS = {
  'content-type': contentTypeOf('.html'),
  'content-security-policy': `${CLOSED}; style-src 'unsafe-inline'; img-src data:`,
  vary: 'accept',
} as const;

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top; overflow-wrap: anywhere; }
  th { font-weight: 600; }
`;

/** Links are relative, so that a proxy may serve this below a path. */
export function pageOf(page: FrontPage): string {
  const { custody, nodes = [], store } = page.dependencies;
  const rows = [
    ...(custody ? [dependencyRow('Fireblocks', custody)] : []),
    ...nodes.map((node) => dependencyRow(`Node ${node.host}`, node)),
    ...(store ? [dependencyRow('Store', store)] : []),
  ];
  const title = escapeHtml(page.serves);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: ${page.status}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>custody-gateways ${escapeHtml(page.version)}, <strong>${page.status}</strong></p>
${rows.length === 0 ? '' : `<table>${rows.join('')}</table>`}
<ul>
${link(LINKS.documents, 'Routes: try each, and read what it takes and answers')}
${link(LINKS.reference, 'Reference and guides')}
${link(LINKS.health, 'Health')}
${link(LINKS.readiness, 'Readiness, as JSON')}
${link(LINKS.metrics, 'Metrics')}
</ul>
</body>
</html>
`;
}

function dependencyRow(name: string, { status, at, httpStatus }: DependencyHealth): string {
  const answer = httpStatus === undefined ? '' : `, HTTP ${httpStatus}`;
  const when = at === undefined ? '' : `, ${escapeHtml(at)}`;
  return `<tr><th scope="row">${escapeHtml(name)}</th><td>${status}${answer}${when}</td></tr>`;
}

function link(path: string, text: string): string {
  return `<li><a href=".${path}">${text}</a></li>`;
}
