import { escapeHtml } from './html.js';

/**
 * The interactive page: markup, and the script that shows a document in it.
 *
 * @param up The relative path from the page to its files.
 */
export function apiPage(title: string, up: '' | '../'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}api-docs/swagger-ui.css">
<link rel="stylesheet" href="${up}api-docs/page.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${up}api-docs/swagger-ui-bundle.js"></script>
<script src="${up}api-docs/start.js" data-document="${up}api-docs.json"></script>
</body>
</html>
`;
}

/** A separate file, since the page's policy allows no inline script. */
const START_SCRIPT = `SwaggerUIBundle({
  url: document.currentScript.dataset.document,
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  // Else documents would be shown to a checking service on the internet.
  validatorUrl: null,
});
`;

/** Corrects Swagger UI's own style where it is too wide for a telephone, or too long to read. */
const PAGE_STYLE = `body { margin: 0; }
/* No answer has links, and errors are of one shape, which stands among the schemas. */
.swagger-ui .response-col_links,
.swagger-ui .responses-inner tr.response[data-code]:not([data-code^="2"])
  .response-col_description > :not(.response-col_description__inner) {
  display: none;
}
/* But an error that was answered is shown as it came. */
.swagger-ui .live-responses-table .response-col_description > * {
  display: block !important;
}
.swagger-ui .curl code,
.swagger-ui .curl code span,
.swagger-ui .request-url pre {
  white-space: pre-wrap !important;
  overflow-wrap: anywhere;
}
@media (max-width: 640px) {
  .swagger-ui .parameters-container thead {
    display: none;
  }
  .swagger-ui .parameters-container :is(table, tbody, tr, td) {
    display: block;
    width: auto;
  }
  .swagger-ui .responses-table {
    table-layout: fixed;
  }
  .swagger-ui .response-col_status {
    width: 40px;
  }
}
`;

/** The page's small files. */
export const PAGE_TEXTS = { 'page.css': PAGE_STYLE, 'start.js': START_SCRIPT } as const;
