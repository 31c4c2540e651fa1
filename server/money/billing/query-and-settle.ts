/**
 * Decides how a response of the provider is treated, given those applied meanwhile. Pure; `sync.ts` adds the database.
 */

export type AnswerVerdict = 'apply' | 'ask again' | 'covered';

/**
 * Our knowledge when the provider was queried: how many responses had been applied then, and when the first query
 * began.
 */
interface Asked {
  version: number;
  first: number;
}

/**
 * The verdict on a response when `applied` responses have been applied. None since this query began: apply it. Two or
 * more since our first query: stop, because the second of them was requested after our first query and includes
 * everything we knew. Otherwise, query again.
 */
export function judgeAnswer({ version, first }: Asked, applied: number): AnswerVerdict {
  if (applied === version) return 'apply';
  return applied < first + 2 ? 'ask again' : 'covered';
}

interface Books<Truth, Done> {
  /** How many responses have been applied so far, or null if the user does not exist. */
  version(): Promise<number | null>;
  ask(): Promise<Truth>;
  /**
   * In one transaction with exclusive access: does what `judge` decides for the number applied; null to query again.
   */
  settle(truth: Truth, judge: (applied: number) => AnswerVerdict): Promise<Done | null>;
}

/** Queries and settles until it is done; null if the user does not exist. */
export async function queryAndSettle<Truth, Done>(books: Books<Truth, Done>): Promise<Done | null> {
  for (let first: number | undefined; ; ) {
    const version = await books.version();
    if (version === null) return null;
    first ??= version;
    const asked = { version, first };
    const done = await books.settle(await books.ask(), (applied) => judgeAnswer(asked, applied));
    if (done !== null) return done;
  }
}
