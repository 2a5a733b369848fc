import { expect, test } from 'vitest';
import { openApiOf } from '../../src/server/openapi.js';
import { xrplApi } from '../../src/xrpl/routes.js';

test('x', () => {
  const doc = openApiOf(xrplApi, { basePath: '', version: '1' });
  require('node:fs').writeFileSync('/tmp/openapi.json', JSON.stringify(doc, null, 1));
  expect(doc.openapi).toBe('3.1.0');
});
