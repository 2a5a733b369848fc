/** Keeps a value under its key, and at most `most` values in all: the oldest is removed first. */
export function keepRecent<K, V>(kept: Map<K, V>, most: number, key: K, value: V): void {
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
