import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** What an OpenAPI document says of answers, held against real ones. */
export interface DocumentedAnswers {
  /** Fails for a success that is not as documented. */
  check(method: string, path: string, answer: unknown): void;
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Of the document that the server at `url` shows. */
export async function documentedAnswers(url: string): Promise<DocumentedAnswers> {
  const document = await fetch(`${url}/api-docs.json`);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema((await document.json()) as object, 'api');

  return {
    check(method, path, answer) {
      const template = path.replace(/:(\w+)/g, '{$1}');
      const parts = ['paths', template, method.toLowerCase(), 'responses', '200'];
      const pointer = [...parts, 'content', 'application/json', 'schema']
        .map((part) => `/${escaped(part)}`)
        .join('');
      const isAsDocumented = ajv.getSchema(`api#${encodeURI(pointer)}`);
      expect(isAsDocumented?.(answer), JSON.stringify(isAsDocumented?.errors)).toBe(true);
    },
  };
}
