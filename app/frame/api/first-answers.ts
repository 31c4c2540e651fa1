/** The answers to a screen's first calls, which its document asked for while the scripts came (docs/decisions/386). */

interface Asked {
  /** The addresses of the calls, in the order of their answers. */
  calls: string[];
  response: Promise<Response>;
}

/** As `FirstAnswer` in `server/pages/site/first-answers.ts`. */
interface Answer {
  status: number;
  link?: string;
  body: string;
}

const asked = (globalThis as { firstAnswers?: Asked }).firstAnswers;
/** The lines of the answers, by address. */
const waiting = new Map<string, Promise<string>>();

if (asked) {
  const opened = asked.response.then(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader());
  let text = '';
  const readLine = async (): Promise<string> => {
    const reader = await opened;
    while (!text.includes('\n')) {
      const { value, done = true } = (await reader?.read()) ?? {};
      if (done) throw new Error('The first answers ended early.');
      text += value;
    }
    const [line = ''] = text.split('\n', 1);
    text = text.slice(line.length + 1);
    return line;
  };
  let last: Promise<unknown> = opened;
  for (const address of asked.calls) {
    const line = last.then(readLine);
    // Whoever takes it makes the call instead.
    line.catch(() => {});
    waiting.set(address, line);
    last = line;
  }
}

/** True if its answer is on its way and was not taken. */
export const isAskedFirst = (address: string): boolean => waiting.has(address);

/** The answer to the first call for an address; undefined if it was not asked for. */
export function takeFirst(address: string): Promise<Response> | undefined {
  const line = waiting.get(address);
  waiting.delete(address);
  return line
    ?.then((text) => {
      const { status, link = '', body }: Answer = JSON.parse(text);
      return new Response(body, { status, headers: { 'content-type': 'application/json', link } });
    })
    .catch(() => fetch(address, { credentials: 'include' }));
}

/** Calls `put` with what the answers say that were not taken; resolves once all have come. */
export async function readFirst(put: (address: string, body: unknown) => void): Promise<void> {
  const read = async ([address, line]: [string, Promise<string>]) => {
    const { status, body }: Answer = JSON.parse(await line);
    if (status === 200 && waiting.has(address)) put(address, JSON.parse(body));
  };
  await Promise.allSettled([...waiting].map(read));
}

/** From now on answers may be old, or another person's. */
export const dropFirst = (): void => waiting.clear();
