import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../core/errors.js';
import { RequestSigner, type RequestSignerOptions } from '../../requests/index.js';
import {
  ALGORITHM_NAMES,
  POST_ENCODING_NAMES,
  PRE_ENCODING_NAMES,
} from '../../requests/scheme-names.js';
import { isKey, warnOfReaders } from './custody-settings.js';
import type { Environment } from './environment.js';

/** The variable of each setting of the signer. */
const VARIABLES: Readonly<Record<string, string>> = {
  apiKey: 'PROVIDER_API_KEY',
  secret: 'PROVIDER_SECRET_PATH',
  platformSecret: 'PROVIDER_PLATFORM_SECRET_PATH',
  basePath: 'PROVIDER_SIGNED_BASE_PATH',
  pathPrefix: 'PROVIDER_SIGNED_PATH_PREFIX',
};

/** The provider's URL; `undefined` if it is invalid, which is recorded. */
export function providerUrlIn(environment: Environment): string | undefined {
  const what = 'the base URL of the provider';
  environment.required(environment.get('PROVIDER_URL'), 'PROVIDER_URL', what);
  return environment.url('PROVIDER_URL');
}

/** The signer of requests to a provider; `undefined` if variables are missing, which is recorded. */
export function signerIn(environment: Environment): RequestSigner | undefined {
  const before = environment.problems.length;
  const agreed = 'as it was agreed with the provider';
  const platformSecret = fileIn('PROVIDER_PLATFORM_SECRET_PATH', environment);
  const options = {
    apiKey: environment.required(
      environment.get('PROVIDER_API_KEY'),
      'PROVIDER_API_KEY',
      'the key that the provider issued',
    ),
    secret: fileIn('PROVIDER_SECRET_PATH', environment) ?? missingSecret(environment),
    algorithm: environment.chosen('PROVIDER_ALGORITHM', ALGORITHM_NAMES, agreed),
    preEncoding: environment.chosen('PROVIDER_PRE_ENCODING', PRE_ENCODING_NAMES, agreed),
    postEncoding: environment.chosen('PROVIDER_POST_ENCODING', POST_ENCODING_NAMES, agreed),
    base32Case: environment.choice('PROVIDER_BASE32_CASE', ['lower', 'upper'], 'lower'),
    basePath: environment.get('PROVIDER_SIGNED_BASE_PATH') ?? '',
    pathPrefix: environment.get('PROVIDER_SIGNED_PATH_PREFIX') ?? '',
    ...(platformSecret === undefined ? {} : { platformSecret }),
  };
  return environment.problems.length > before ? undefined : signerOf(options, environment);
}

function signerOf(
  options: RequestSignerOptions,
  environment: Environment,
): RequestSigner | undefined {
  try {
    return new RequestSigner(options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const reason = error.message.slice(`${error.setting}: `.length);
    environment.problems.push(`${VARIABLES[error.setting] ?? error.setting} ${reason}.`);
    return undefined;
  }
}

/** The content of a secret's file, without the end of its last line. A value that is no path is never shown. */
function fileIn(name: string, environment: Environment): string | undefined {
  const value = environment.get(name);
  if (value === undefined) return undefined;
  if (isKey(value)) {
    environment.problems.push(`${name} holds the key itself; it must be the path of its file.`);
    return '';
  }
  try {
    const text = readFileSync(value, 'utf8').replace(/\r?\n$/, '');
    warnOfReaders({ name, value }, environment);
    return text;
  } catch {
    environment.problems.push(`${name} must be the path of a file that can be read.`);
    return '';
  }
}

function missingSecret(environment: Environment): string {
  const what = 'the path of the file with the shared secret, or the private key';
  return environment.required(
    environment.get('PROVIDER_SECRET_PATH'),
    'PROVIDER_SECRET_PATH',
    what,
  );
}
