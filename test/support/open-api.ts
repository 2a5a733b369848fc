import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** What tests read of an OpenAPI document. */
export interface OpenApi extends Record<string, unknown> {
  readonly info: { readonly version: string; readonly description: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Fails for what is no OpenAPI 3.1 document, or refers to something that it doesn't have. */
export async function expectValid(document: OpenApi): Promise<void> {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas).toHaveProperty(name);
}

/** Its operations by their names. */
export function operationIdsOf({ paths }: OpenApi): string[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId }) => operationId);
}

/** Tells whether the document lets a body through. */
export function bodiesOf(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  return (method: string, path: string, body: unknown): boolean => {
    const at = encodeURIComponent(path.replaceAll('/', '~1'));
    const validate = ajv.getSchema(
      `api#/paths/${at}/${method}/requestBody/content/application~1json/schema`,
    );
    if (validate === undefined) throw new Error(`${method} ${path} takes no body`);
    return validate(body) === true;
  };
}
