/** What an operator's node answers; `ask` has the answer of the sandbox's. */
export type OperatorAnswer = (
  request: { readonly host: string; readonly path: string },
  ask: () => Promise<Response>,
) => Promise<Response>;

/** The node of a sandbox as it is shown by operators, of whom the first is asked first. */
export function shownByOperators(url: string, answers: readonly OperatorAnswer[]) {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const hosts = new Map(answers.map((answer, index) => [`op-${index}.example`, answer]));
  const given: typeof fetch = async (input, init) => {
    const { host, pathname: path, search } = new URL(String(input));
    const answer = hosts.get(host);
    if (!answer) return fetch(input, init);
    return answer({ host, path: path.slice(base.length) }, () =>
      fetch(`${origin}${path}${search}`, init),
    );
  };
  return { fetch: given, urls: [...hosts.keys()].map((host) => `https://${host}${base}`) };
}
