/** The window that shows an address. A list and one of its people are one path: what is asked for counts, too. */
export function findWindow<Window extends { url: string }>(
  windows: readonly Window[],
  { pathname, search }: URL,
): Window | undefined {
  return windows.find((window) => {
    const shown = new URL(window.url);
    return shown.pathname === pathname && shown.search === search;
  });
}
