/** Text that stays text within a page, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
}
