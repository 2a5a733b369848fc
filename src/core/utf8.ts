const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as the text that they are, a byte order mark in front included. @throws TypeError for what is no UTF-8. */
export function bytesToUtf8(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}
