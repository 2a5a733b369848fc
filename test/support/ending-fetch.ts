/**
 * A `fetch` that hangs from its end on, as that of a process does that is no more. So nothing goes on in
 * later tests of what one has left behind: a wait for an approval, or a call without a caller.
 */
export function endingFetch(inner: typeof fetch = fetch) {
  let hasEnded = false;
  const fetchIt: typeof fetch = (url, init) =>
    hasEnded ? new Promise(() => undefined) : inner(url, init);
  return {
    fetch: fetchIt,
    end: () => {
      hasEnded = true;
    },
  };
}
