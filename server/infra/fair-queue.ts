/** A bounded line in which those who ask take turns, so that one who asks a hundred times delays another by one turn. */

export interface FairQueue<Item> {
  /**
   * Lets `item` wait in the name of `key`. Answers the item that has to leave for it: in a full line the latest of
   * whoever has most waiting, which may be the new one itself; otherwise undefined.
   */
  add(key: string, item: Item): Item | undefined;
  /** The next one: keys by turns, and the oldest of a key first. */
  take(): Item | undefined;
  readonly size: number;
}

/** An empty line with room for `capacity` items. */
export function createFairQueue<Item>(capacity: number): FairQueue<Item> {
  /** In the order of turns: a key that was served goes to the end. */
  const waiting = new Map<string, Item[]>();
  let size = 0;

  const remove = (key: string, items: Item[]) => {
    size -= 1;
    if (items.length === 0) waiting.delete(key);
  };

  return {
    add(key, item) {
      const own = waiting.get(key) ?? [];
      own.push(item);
      waiting.set(key, own);
      size += 1;
      if (size <= capacity) return undefined;
      // Among equals whoever came now has to leave: nobody loses a place to one who has as many.
      let [most, items] = [key, own];
      for (const [other, theirs] of waiting)
        if (theirs.length > items.length) [most, items] = [other, theirs];
      const left = items.pop();
      remove(most, items);
      return left;
    },
    take() {
      const [next] = waiting;
      if (!next) return undefined;
      const [key, items] = next;
      const item = items.shift();
      waiting.delete(key);
      waiting.set(key, items);
      remove(key, items);
      return item;
    },
    get size() {
      return size;
    },
  };
}
