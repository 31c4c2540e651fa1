import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

/** An owner with a card, and visitors who leave their details as fast as they are accepted. */

export interface Owner {
  cardId: string;
  cookie: string;
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent and asserts on it
  body: any;
}

export async function callServer(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  cookie = '',
): Promise<Answer & { cookie: string }> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? cookie,
  };
}

export async function registerOwner(url: string): Promise<Owner> {
  const person = {
    username: 'ada',
    email: 'ada@example.com',
    password: 'correct horse',
    fullName: 'Ada Byron',
  };
  const { cookie } = await callServer(url, 'POST', '/api/auth/register', person);
  const { body } = await callServer(
    url,
    'POST',
    '/api/cards',
    { name: 'Work', fullName: 'Ada Byron' },
    cookie,
  );
  return { cardId: body.id, cookie };
}

/** Ids of the owner's contacts, read page by page. */
export async function contactIds(url: string, { cookie }: Owner): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let path: string | undefined = '/api/contacts'; path; ) {
    const response: Response = await fetch(url + path, { headers: { cookie } });
    for (const { id } of (await response.json()) as { id: string }[]) ids.add(id);
    [, path] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  }
  return ids;
}

export interface Stream {
  /** Ids of the contacts that were acknowledged with 200. */
  acknowledged: string[];
  /** Every other response. */
  refusals: Answer[];
  /** Resolves once this many more were acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Eight visitors who share their contact again and again; after a broken connection they try again. */
export function streamContacts(url: string, { cardId }: Owner): Stream {
  const acknowledged: string[] = [];
  const refusals: Answer[] = [];
  let isStopped = false;
  const visit = async (lane: number) => {
    for (let n = 0; !isStopped; n += 1) {
      const contact = { fullName: `Visitor ${lane}-${n}`, email: `v${lane}-${n}@example.com`, cardId };
      const answer = await callServer(url, 'POST', '/api/contacts/exchange', contact).catch(() => null);
      if (answer?.status === 200) acknowledged.push(answer.body.id);
      else if (answer) refusals.push(answer);
      else await sleep(10);
    }
  };
  const lanes = Array.from({ length: 8 }, (_, lane) => visit(lane));
  return {
    acknowledged,
    refusals,
    async more(count) {
      const wanted = acknowledged.length + count;
      while (acknowledged.length < wanted) await sleep(5);
    },
    async stop() {
      isStopped = true;
      await Promise.all(lanes);
    },
  };
}

/** Somewhere in the stream, at a different point in every run. */
export const waitForMore = (stream: Stream) => stream.more(10 + Math.floor(Math.random() * 100));

export async function expectAllKept({ url }: { url: string }, owner: Owner, stream: Stream): Promise<void> {
  const kept = await contactIds(url, owner);
  expect(stream.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
}

/** Who was refused was told to try again. */
export function expectRestarting({ refusals }: Stream): void {
  for (const { status, body } of refusals) {
    expect(status).toBe(503);
    expect(body).toEqual({
      message: 'Goldleaf is restarting. Please try again in a moment.',
      code: 'unavailable',
    });
  }
}
