/** Where to read on: files of the package. */
export const WORKSPACE = 'docs/guides/fireblocks-workspace.md';
export const TROUBLESHOOTING = 'docs/guides/troubleshooting.md';
