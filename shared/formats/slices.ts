/** A list in pieces of at most so many, in order. */
export function* slicesOf<One>(all: readonly One[], most: number): Generator<One[]> {
  for (let at = 0; at < all.length; at += most) yield all.slice(at, at + most);
}
