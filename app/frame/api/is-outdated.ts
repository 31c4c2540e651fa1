/** Whoever waits for the message should not wait longer; without an answer, it says what failed. */
const ANSWER_MS = 3_000;

/** True if the server no longer has this script, as each build has other names: the page is older than the server. */
export async function isOutdated(script: string): Promise<boolean> {
  const late = new AbortController();
  setTimeout(() => late.abort(), ANSWER_MS);
  return (await fetch(script, { method: 'HEAD', cache: 'no-store', signal: late.signal })).status === 404;
}
