import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { DASHBOARD_CONTACTS_SHOWN, SIGN_OUT_OWED } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { screens } from '#shared/contract/screens.ts';

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
 * An address with a query may show something else, and nothing is asked in a session whose sign-out is owed.
 */
export function askFirst(screen: Screen): string {
  const calls = FIRST_CALLS[screen];
  if (!calls) return '';
  const isWanted = `!location.search&&!localStorage.getItem('${SIGN_OUT_OWED}')`;
  const asked = `firstAnswers={calls:${JSON.stringify(calls)},response:self.fetch('/first-answers/${screen}')}`;
  return `<script>try{if(${isWanted}){${asked};firstAnswers.response.catch(()=>{})}}catch{}</script>`;
}

/** Of one call: what its own response would be. */
export interface FirstAnswer {
  status: number;
  link: string | undefined;
  body: string;
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
      if (!first) throw new AppError('not_found', 'There’s nothing at this address.');
      const ask = (url: string) => server.inject(callOf(request, url));
      const opening = await ask(first);
      // One after the other: counts are read before the list whose newest they tell of.
      async function* writeLines() {
        yield lineOf(opening);
        if (opening.statusCode !== 200) return;
        for (const url of others) yield lineOf(await ask(url));
      }
      const cookies = opening.headers['set-cookie'];
      if (cookies !== undefined) reply.header('set-cookie', cookies);
      const coding = pages.chooseCoding(request.raw);
      if (coding !== 'identity') reply.header('content-encoding', coding);
      const lines = Readable.from(writeLines(), { objectMode: false });
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          vary: 'Accept-Encoding',
        })
        .type('application/x-ndjson; charset=utf-8')
        .send(coding === 'identity' ? lines : pipeline(lines, compressLines(coding), () => {}));
    },
  );
}

/** A call as this requester would make it, which its endpoint admits or refuses. */
function callOf({ headers, raw }: FastifyRequest, url: string) {
  const { 'accept-encoding': _coding, 'if-none-match': _tag, ...sent } = headers;
  return { url, headers: sent, remoteAddress: raw.socket.remoteAddress ?? '' };
}

function lineOf({
  statusCode: status,
  headers,
  body,
}: Awaited<ReturnType<FastifyInstance['inject']>>): string {
  const answer: FirstAnswer = { status, link: headers.link?.toString(), body };
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
