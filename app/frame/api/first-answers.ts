import { STORED_USER } from '#shared/contract/constants.ts';
import type { FirstAnswer } from '#shared/contract/first-answers.ts';

/** The answers to a screen's first calls, which its document asked for while the scripts came (docs/decisions/386). */

interface Asked {
  /** Who was signed in then, as stored. */
  user: string | null;
  /** The addresses of the calls, in the order of their answers. */
  calls: string[];
  response: Promise<Response>;
}

const { firstAnswers: asked } = globalThis as { firstAnswers?: Asked };
/** The answers, by address. */
const waiting = new Map<string, Promise<FirstAnswer>>();
/** Those that have come. */
const here = new Map<string, FirstAnswer>();

// In another tab, somebody may have signed out since, or in.
if (asked && asked.user === localStorage.getItem(STORED_USER)) {
  const opened = asked.response.then(({ ok, body }) =>
    ok ? body?.pipeThrough(new TextDecoderStream()).getReader() : undefined,
  );
  let text = '';
  const readAnswer = async (address: string): Promise<FirstAnswer> => {
    const reader = await opened;
    while (!text.includes('\n')) {
      const { value, done = true } = (await reader?.read()) ?? {};
      if (done) throw new Error('The first answers ended early.');
      text += value;
    }
    const [line = ''] = text.split('\n', 1);
    text = text.slice(line.length + 1);
    const answer: FirstAnswer = JSON.parse(line);
    // The document may be of another release than the server.
    if (answer.url !== address) throw new Error('The first answers are those of other calls.');
    here.set(address, answer);
    return answer;
  };
  let last: Promise<unknown> = opened;
  for (const address of asked.calls) {
    const answer = last.then(() => readAnswer(address));
    // Whoever takes it makes the call instead.
    answer.catch(() => {});
    waiting.set(address, answer);
    last = answer;
  }
}

/** True if its answer is on its way and was not taken. */
export const isAskedFirst = (address: string): boolean => waiting.has(address);

/** The answer to the first call for an address, which fails if it does not come; undefined if it was not asked for. */
export function takeFirst(address: string): Promise<Response> | undefined {
  const answer = waiting.get(address);
  waiting.delete(address);
  return answer?.then(({ status, link = '', body }) => {
    return new Response(body, { status, headers: { 'content-type': 'application/json', link } });
  });
}

/** Answers the first call for an address that `start` makes with this response. */
export function answerWith(address: string, response: Response, start: () => void): void {
  const { status, headers } = response;
  const answer = response.text().then((body) => {
    return { url: address, status, link: headers.get('link') ?? undefined, body };
  });
  answer.catch(() => {});
  here.delete(address);
  waiting.set(address, answer);
  start();
  waiting.delete(address);
}

/** The answer to a call that has not been made yet, if it has come. */
export function peekFirst(address: string): FirstAnswer | undefined {
  const answer = waiting.has(address) ? here.get(address) : undefined;
  return answer?.status === 200 ? answer : undefined;
}

/** Calls `put` with what the answers say that were not taken; resolves once all have come. */
export async function readFirst(put: (address: string, body: unknown) => void): Promise<void> {
  const read = async ([address, answer]: [string, Promise<FirstAnswer>]) => {
    const { status, body } = await answer;
    if (status === 200 && waiting.has(address)) put(address, JSON.parse(body));
  };
  await Promise.allSettled([...waiting].map(read));
}

/** From now on answers may be old, or another person's. */
export const dropFirst = (): void => waiting.clear();
