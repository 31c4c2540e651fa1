/** The tab to which a key moves from the one at `at`. */
export function findNext<Item>(tabs: readonly Item[], at: number, key: string): Item | undefined {
  const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  return to === undefined ? undefined : tabs.at(to);
}
