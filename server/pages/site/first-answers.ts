import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { nothingHere } from '#server/infra/http/refusals.ts';
import { DASHBOARD_CONTACTS_SHOWN, SIGN_OUT_OWED, STORED_USER } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { FirstAnswer } from '#shared/contract/first-answers.ts';
import { screens } from '#shared/contract/screens.ts';

/** The calls that a screen makes by itself are answered in one response, while its scripts come (docs/decisions/386). */

type Screen = keyof typeof screens;

const ACCOUNT = '/api/auth/me';
const FIRST_CALLS: Partial<Record<Screen, string[]>> = {
  dashboard: [
    ACCOUNT,
    '/api/cards',
    `/api/contacts?limit=${DASHBOARD_CONTACTS_SHOWN}`,
    '/api/contacts/summary',
    '/api/analytics/dashboard',
  ],
  cards: [ACCOUNT, '/api/cards'],
  contacts: [
    ACCOUNT,
    '/api/contacts/summary',
    '/api/contacts/people?limit=100',
    '/api/contacts/tags',
    '/api/contacts/filters',
    '/api/contacts/links/news?limit=50',
    '/api/contacts/links/given?limit=20',
  ],
};

/**
 * The script of a screen's document that asks for its first answers; the app's half is `app/frame/api/first-answers.ts`.
 * An address with a query may show something else, as may one that the service worker shows in this document, and nothing is asked
 * in a session whose sign-out is owed.
 */
export function askFirst(screen: Screen): string {
  const calls = FIRST_CALLS[screen];
  if (!calls) return '';
  const isHere = `location.pathname==='${screens[screen]}'&&!location.search`;
  const isWanted = `${isHere}&&!localStorage.getItem('${SIGN_OUT_OWED}')`;
  const user = `localStorage.getItem('${STORED_USER}')`;
  const asked = `firstAnswers={user:${user},calls:${JSON.stringify(calls)},response:self.fetch('/first-answers/${screen}')}`;
  return `<script>try{if(${isWanted}){${asked};firstAnswers.response.catch(()=>{})}}catch{}</script>`;
}

/** Each answer is a line of JSON, sent as soon as it is there; to whoever may not know their account, the first says so alone. */
export function firstAnswerRoutes(server: FastifyInstance, { pages }: AppContext): void {
  server.get<{ Params: { screen: string } }>(
    '/first-answers/:screen',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const [, calls] =
        Object.entries(FIRST_CALLS).find(([screen]) => screen === request.params.screen) ?? [];
      const [first, ...others] = calls ?? [];
      if (!first) throw nothingHere();
      const { remoteAddress } = request.raw.socket;
      if (remoteAddress === undefined) throw new AppError('bad_request', 'The connection has ended.');
      const ask = async (url: string) => {
        const answered = await server.inject({ url, headers: headersOf(request), remoteAddress });
        return { answered, line: lineOf(url, answered) };
      };
      const opening = await ask(first);
      // One after the other: counts are read before the list whose newest they tell of. The app makes those behind a refusal itself.
      async function* writeLines() {
        let last = opening;
        yield last.line;
        for (const url of others) {
          if (last.answered.statusCode !== 200) return;
          last = await ask(url);
          yield last.line;
        }
      }
      const cookies = opening.answered.headers['set-cookie'];
      if (cookies !== undefined) reply.header('set-cookie', cookies);
      const coding = pages.chooseCoding(request.raw);
      if (coding !== 'identity') reply.header('content-encoding', coding);
      const lines = Readable.from(writeLines(), { objectMode: false });
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          // A proxy would keep the lines until all are there.
          'x-accel-buffering': 'no',
          vary: 'Accept-Encoding',
        })
        .type('application/x-ndjson; charset=utf-8')
        .send(coding === 'identity' ? lines : pipeline(lines, compressLines(coding), () => {}));
    },
  );
}

/** A call is made as this requester would make it, and its endpoint admits or refuses it. */
function headersOf({ headers }: FastifyRequest) {
  const { 'accept-encoding': _coding, 'if-none-match': _tag, ...sent } = headers;
  return sent;
}

function lineOf(
  url: string,
  { statusCode: status, headers, body }: Awaited<ReturnType<FastifyInstance['inject']>>,
): string {
  const answer: FirstAnswer = { url, status, link: headers.link?.toString(), body };
  return `${JSON.stringify(answer)}\n`;
}

/** Each line leaves at once. */
const compressLines = (coding: 'br' | 'gzip') =>
  coding === 'gzip'
    ? createGzip({ flush: constants.Z_SYNC_FLUSH })
    : createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
      });
