import type { Json } from './http.js';
import { netlinkWorld } from './netlink.js';
import { inputsOf, NETLINK, requestOf } from './netlink-operations.js';

const operationNamed = (name: string) => {
  const found = NETLINK.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

/** Sends wire values over HTTP; what the provider's method got, or the refusal. */
export async function posted(name: string, edit: Json, world = netlinkWorld()) {
  const { line, body } = requestOf(operationNamed(name), edit);
  const answer = await world.raw(line, { body });
  return { ...answer, got: world.got[name] };
}

/** Calls the library; the query or body that it sends. */
export async function sent(
  name: string,
  edit: Json,
  options: object = {},
  settings: object = {},
): Promise<Json> {
  const { client, last } = netlinkWorld(options, settings);
  const call: Json = Reflect.get(client, name).bind(client);
  await call({ ...inputsOf(operationNamed(name)), ...edit });
  const { url, text } = last();
  return text === '' ? Object.fromEntries(url.searchParams) : JSON.parse(text);
}
