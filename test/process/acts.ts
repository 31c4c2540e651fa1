import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { callServer, type Owner } from '#test/process/people.ts';

/** People who register, sign in, save a card and look at it, as fast as they are answered, and what was acknowledged. */

export interface Acts {
  /** Names of those who were registered. */
  registered: string[];
  /** The last title that was saved. */
  saved: string;
  counts: { saves: number; views: number; signIns: number };
  /** Whatever was not answered with 200. */
  failures: string[];
  /** Resolves once each has happened this many times more. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'correct horse';
let names = 0;

const registration = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password: PASSWORD,
  fullName: 'Eve Doe',
});

export const signIn = (url: string, username: string) =>
  callServer(url, 'POST', '/api/auth/login', { email: username, password: PASSWORD });

/** All go through one process; a page of the card shows at most what was saved last. */
export function startActs(url: string, { cardId, cookie }: Owner): Acts {
  const acts = { registered: [] as string[], saved: '', failures: [] as string[] };
  const counts = { saves: 0, views: 0, signIns: 0 };
  let isStopped = false;
  const repeat = async (name: string, act: () => Promise<{ status: number; body: unknown }>) => {
    while (!isStopped) {
      const { status, body } = await act().catch((error: unknown) => ({ status: 0, body: String(error) }));
      if (status !== 200) acts.failures.push(`${name}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      await sleep(5);
    }
  };
  const lanes = [
    repeat('register', async () => {
      names += 1;
      const username = `runner${names}`;
      const answer = await callServer(url, 'POST', '/api/auth/register', registration(username));
      if (answer.status === 200) acts.registered.push(username);
      return answer;
    }),
    repeat('save', async () => {
      const jobTitle = `Title ${counts.saves}`;
      const answer = await callServer(url, 'PUT', `/api/cards/${cardId}`, { jobTitle }, cookie);
      if (answer.status === 200) acts.saved = jobTitle;
      counts.saves += 1;
      return answer;
    }),
    repeat('view', async () => {
      counts.views += 1;
      return callServer(url, 'GET', `/card/${cardId}`);
    }),
    // As another person: the oldest of very many sessions end.
    repeat('sign in', async () => {
      while (acts.registered.length === 0) await sleep(20);
      counts.signIns += 1;
      return signIn(url, String(acts.registered[0]));
    }),
  ];
  const least = () => Math.min(acts.registered.length, counts.saves, counts.views, counts.signIns);
  return Object.assign(acts, {
    counts,
    async more(count: number) {
      const wanted = least() + count;
      while (least() < wanted && acts.failures.length < 20) await sleep(20);
    },
    async stop() {
      isStopped = true;
      await Promise.all(lanes);
    },
  });
}

/** Everyone who was registered can sign in there, and the card has what was saved last. */
export async function expectActsKept(url: string, { cardId, cookie }: Owner, acts: Acts[]): Promise<void> {
  for (const { failures } of acts) expect(failures).toEqual([]);
  for (const username of acts.flatMap(({ registered }) => registered))
    expect([username, (await signIn(url, username)).status]).toEqual([username, 200]);
  const { body } = await callServer(url, 'GET', `/api/cards/${cardId}`, undefined, cookie);
  expect(acts.map(({ saved }) => saved)).toContain(body.jobTitle);
}
