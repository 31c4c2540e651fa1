/** A bounded queue in which callers take turns, so that a hundred requests from one delay another by only one turn. */

export interface FairQueue<Item> {
  /**
   * Adds `item` under `key`. Returns the item dropped to make room: when the queue is full, the newest item of the key
   * with the most waiting, which may be the new one itself; otherwise undefined.
   */
  add(key: string, item: Item): Item | undefined;
  /** The next item: keys take turns, oldest item first within a key. */
  take(): Item | undefined;
  readonly size: number;
}

/** An empty queue with room for `capacity` items. */
export function createFairQueue<Item>(capacity: number): FairQueue<Item> {
  /** In order of turns: a key that was served moves to the end. */
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
      // In a tie the new item is dropped: no key loses a place to one that has as many.
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
