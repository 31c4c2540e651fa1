import type { IncomingMessage, ServerResponse } from 'node:http';
import { nanoid } from 'nanoid';
import { STRANGER } from '#server/access/can.ts';
import { recordView, type ViewContext } from '#server/analytics/analytics/views.ts';
import type { Config } from '#server/config/config.ts';
import type { AppContext } from '#server/context.ts';
import { readJson } from '#server/infra/http/body/read-json.ts';
import { composeRefusal, invalidBody, toRefusal } from '#server/infra/http/errors.ts';
import type { HttpServer } from '#server/infra/http/http-server.ts';
import { createAddressReader, isCrossSite, readRequester } from '#server/infra/http/requester.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { analyticsEndpoints } from '#shared/analytics/analytics.ts';

/**
 * A view as a card's page reports it, answered before the router, which would take as long as all the rest. What is
 * unusual is left to the router; whoever changes admission or `serve` looks here, too (docs/decisions/376).
 */

const endpoint = analyticsEndpoints.recordView;
const ROUTE = endpoint.path.replace('{id}', ':id');
const URL_OF_VIEW = new RegExp(`^${endpoint.path.replace('{id}', '([A-Za-z0-9_-]{1,40})')}$`);
/** A page sends some 100 bytes. */
const BODY_BYTES_MAX = 4_096;

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
  'content-type': 'application/json; charset=utf-8',
};

/**
 * Responds to a view that a stranger's page reports; returns false for every other request, and leaves it as it was.
 * `everyHeader`: headers of every response, alternating name and value.
 */
export function createBeacon(
  app: AppContext,
  { answerEarly }: Pick<HttpServer, 'answerEarly'>,
  everyHeader: readonly string[],
) {
  const readAddress = createAddressReader(app.config);
  const respond = async (request: IncomingMessage, response: ServerResponse, id: string, cardId: string) => {
    const { url = '', headers } = request;
    let answer: { status: number; headers: Record<string, string>; body: string };
    try {
      const requester = readRequester({ id, ip: readAddress(request), headers, raw: request }, app.config);
      const body = JSON.stringify(await count(app, requester, cardId, request));
      answer = { status: 200, headers: HEADERS, body };
    } catch (error) {
      const call = { id, method: endpoint.method, url, routeOptions: { url: ROUTE } };
      answer = composeRefusal(toRefusal(error, call, app.log));
    }
    const { status, headers: own, body } = answer;
    const lines = [...everyHeader, 'x-request-id', id];
    for (const name in own) lines.push(name, own[name] ?? '');
    lines.push('content-length', String(Buffer.byteLength(body)));
    answerEarly(request);
    response.writeHead(status, lines).end(body);
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const cardId = findViewedCard(request, app.config);
    if (cardId === undefined) return false;
    const id = nanoid(10);
    request.routed = { path: ROUTE, id };
    respond(request, response, id, cardId).catch(() => response.destroy());
    return true;
  };
}

/** The card in question if nothing about a request is unusual. */
function findViewedCard({ method, url, headers }: IncomingMessage, config: Config): string | undefined {
  if (method !== endpoint.method) return undefined;
  const cardId = URL_OF_VIEW.exec(url ?? '')?.[1];
  if (cardId === undefined || headers['content-type'] !== 'application/json') return undefined;
  const length = Number(headers['content-length']);
  const isSmall = length > 0 && length <= BODY_BYTES_MAX;
  const isStranger = headers.cookie === undefined && headers.authorization === undefined;
  const isUsual = isSmall && isStranger && headers.expect === undefined && !isCrossSite(headers, config);
  return isUsual ? cardId : undefined;
}

/** In the order of `admitRequest` and `serve`. */
async function count(
  app: AppContext,
  requester: ViewContext['requester'],
  cardId: string,
  request: IncomingMessage,
): Promise<{ isCounted: boolean }> {
  await app.limits.take(endpoint.limit, subscriberOf(requester.address));
  const body = endpoint.body.safeParse(await readJson(request, BODY_BYTES_MAX));
  if (!body.success) throw invalidBody(body.error);
  const { account, role, scope } = STRANGER;
  const { config, keyedHash, places, browsers, viewedCards, views, now } = app;
  const ctx = {
    account,
    role,
    scope,
    config,
    keyedHash,
    places,
    browsers,
    viewedCards,
    views,
    now,
    requester,
  };
  return recordView(ctx, { params: { id: cardId }, body: body.data });
}
