/** Lists as they are typed: tags separated by commas, addresses one per line (section 5). */

const withoutEmpties = (items: string[]): string[] => items.map((item) => item.trim()).filter(Boolean);

export const splitCommas = (text: string): string[] => withoutEmpties(text.split(','));

export const splitLines = (text: string): string[] => withoutEmpties(text.split('\n'));

/** The list with one item moved; out-of-range positions leave it unchanged. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
