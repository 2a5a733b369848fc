/** The interactive page: markup, and the script that starts it over a document. */
export function apiPage(title: string, basePath: string): string {
  const base = attribute(basePath);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/api-docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}/api-docs/swagger-ui-bundle.js"></script>
<script src="${base}/api-docs/start.js" data-document="${base}/api-docs.json"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** A file of its own, since the page allows no script within it. */
export const START_SCRIPT = `SwaggerUIBundle({
  url: document.currentScript.dataset.document,
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  // Else documents would be shown to a checking service on the internet.
  validatorUrl: null,
});
`;
