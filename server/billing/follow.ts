/** How an answer of the provider is judged against the answers applied meanwhile. Pure; `sync.ts` gives it the database. */

export type Verdict = 'apply' | 'ask again' | 'covered';

/** What was known when the provider was asked: how many answers were applied then, and when we first asked. */
interface Asked {
  version: number;
  first: number;
}

/**
 * What to do with an answer when `applied` answers have been applied. Nothing newer than the question: apply it. Two
 * applied since we began: the second was asked for after we began, and holds all that we came to know. Else ask again.
 */
export function verdictOn({ version, first }: Asked, applied: number): Verdict {
  if (applied === version) return 'apply';
  return applied < first + 2 ? 'ask again' : 'covered';
}

interface Books<Truth, Done> {
  /** How many answers were applied so far, or null when there is nobody to write about. */
  version(): Promise<number | null>;
  ask(): Promise<Truth>;
  /** In one transaction, alone with the books: does what `judge` says of the number applied; null to ask again. */
  settle(truth: Truth, judge: (applied: number) => Verdict): Promise<Done | null>;
}

/** Asks and settles until it is done; null when there is nobody to write about. */
export async function follow<Truth, Done>(books: Books<Truth, Done>): Promise<Done | null> {
  for (let first: number | undefined; ; ) {
    const version = await books.version();
    if (version === null) return null;
    first ??= version;
    const asked = { version, first };
    const done = await books.settle(await books.ask(), (applied) => verdictOn(asked, applied));
    if (done !== null) return done;
  }
}
