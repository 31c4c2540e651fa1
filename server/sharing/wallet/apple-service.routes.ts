import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Admission } from '#server/infra/http/admission.ts';
import { readJson } from '#server/infra/http/body/read-json.ts';
import { readRequester } from '#server/infra/http/requester.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { fileHeaders } from '#server/sharing/wallet/apple.ts';
import {
  endRegistration,
  listChanged,
  noteFetch,
  registerForUpdates,
  toSecond,
} from '#server/sharing/wallet/apple-registrations.ts';
import { authorizeDevice, findHeldPass, requireType } from '#server/sharing/wallet/held-pass.ts';
import { signedPass } from '#server/sharing/wallet/signed-pass.ts';
import { AppError } from '#shared/contract/errors.ts';
import { z } from '#shared/contract/zod.ts';
import { PASS_TYPE } from '#shared/sharing/wallet.ts';

/**
 * The web service that Wallet calls (developer.apple.com, "Adding a Web Service to Update Passes"): it registers
 * devices, lists their changed passes and hands them out. Devices prove themselves with the pass's token, which is
 * checked before a body is read.
 */

/** Until the operator has renewed the certificate. */
const RETRY_AFTER_SECONDS = 60 * 60;
const BODY_BYTES_MAX = 16 * 1024;

const SERVICE: Admission = { who: 'signed', limit: 'passService', bodyLimit: BODY_BYTES_MAX };
const REGISTRATION: Admission = { ...SERVICE, limit: 'passRegistration' };
const LOG: Admission = { ...SERVICE, limit: 'passLog' };

const deviceId = z.string().regex(/^[\w.~:-]{1,128}$/);
const serial = z.string().max(64);
const ofPass = z.object({ typeId: z.string(), serial });
const ofDevice = z.object({ typeId: z.string(), deviceId });
const ofRegistration = ofPass.extend({ deviceId });
const registration = z.object({ pushToken: z.string().regex(/^\w[\w.~+=:-]{0,255}$/) });
const sinceTag = z.object({
  passesUpdatedSince: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});
const report = z.object({ logs: z.array(z.string()).max(100) });
const LOGGED_MAX = 10;
const LOGGED_CHARS_MAX = 500;

function parseValue<T>(schema: z.ZodType<T>, value: unknown, refusal: () => AppError): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refusal();
  return parsed.data;
}

const nothingHere = () => new AppError('not_found', 'There is no such pass.');
const signsNothing = () =>
  new AppError('unavailable', 'Passes aren’t available right now.', { retryAfter: RETRY_AFTER_SECONDS });
const createUnreadable = (what: string) => () => new AppError('bad_request', `Please send ${what}.`);

/** Text from a device in a form that a log cannot show as a line of its own. */
const removeControls = (text: string) => text.replace(/\p{C}+/gu, ' ').slice(0, LOGGED_CHARS_MAX);

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const registerDevice =
  (app: AppContext): Handle =>
  async (request, reply) => {
    const { typeId, ...named } = parseValue(ofRegistration, request.params, nothingHere);
    await requireType(app, typeId);
    const held = await authorizeDevice(app, request, named.serial);
    const body = await readJson(request.raw, BODY_BYTES_MAX);
    const { pushToken } = parseValue(registration, body, createUnreadable('a pushToken'));
    const isNew = await registerForUpdates(app, named, pushToken, held.card);
    return reply.status(isNew ? 201 : 200).send('');
  };

const unregisterDevice =
  (app: AppContext): Handle =>
  async (request, reply) => {
    const { typeId, ...named } = parseValue(ofRegistration, request.params, nothingHere);
    await requireType(app, typeId);
    const held = await authorizeDevice(app, request, named.serial);
    await endRegistration(app, named, held.card.id);
    return reply.send('');
  };

/** The only call without a token: only the device itself knows its identifier. */
const listPasses =
  (app: AppContext): Handle =>
  async (request, reply) => {
    const named = parseValue(ofDevice, request.params, nothingHere);
    await requireType(app, named.typeId);
    const { passesUpdatedSince: since } = parseValue(
      sinceTag,
      request.query,
      createUnreadable('the tag you were given'),
    );
    const changed = await listChanged(app, named.deviceId, Number(since ?? 0));
    return changed ? reply.send(changed) : reply.status(204).send();
  };

const fetchPass =
  (app: AppContext): Handle =>
  async (request, reply) => {
    const named = parseValue(ofPass, request.params, nothingHere);
    await requireType(app, named.typeId);
    const { card, holder, modifiedAt } = await findHeldPass(app, request, named.serial);
    // Another certificate is of another pass type, which the device would refuse: it keeps what it has, and asks again.
    if (app.apple.validUntil && !app.apple.isTrusted) throw signsNothing();
    await noteFetch(app, named.serial);
    const { address, origin } = readRequester(request, app.config);
    if (modifiedAt) {
      const modified = toSecond(modifiedAt);
      reply.header('last-modified', modified.toUTCString());
      const known = Date.parse(request.headers['if-modified-since'] ?? '');
      if (known >= modified.getTime()) return reply.status(304).send();
    }
    const turn = { lane: 'known', address: subscriberOf(address) } as const;
    return reply
      .type(PASS_TYPE)
      .headers(fileHeaders(card, holder))
      .send(await signedPass(app, { card, holder, origin }, turn));
  };

const logReport =
  (app: AppContext): Handle =>
  async (request, reply) => {
    const body = await readJson(request.raw, BODY_BYTES_MAX);
    const { logs } = parseValue(report, body, createUnreadable('logs, a list of messages'));
    for (const line of logs.slice(0, LOGGED_MAX))
      app.log.info({ said: removeControls(line) }, 'A Wallet reports');
    return reply.send('');
  };

export function appleServiceRoutes(server: FastifyInstance, app: AppContext): void {
  const base = '/api/wallet/apple/v1';
  const registrationPath = `${base}/devices/:deviceId/registrations/:typeId/:serial`;
  const uncached =
    (handle: Handle): Handle =>
    (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      return handle(request, reply);
    };
  const at = (admission: Admission) => ({ config: { admission } });
  server.post(registrationPath, at(REGISTRATION), uncached(registerDevice(app)));
  server.delete(registrationPath, at(SERVICE), uncached(unregisterDevice(app)));
  server.get(`${base}/devices/:deviceId/registrations/:typeId`, at(SERVICE), uncached(listPasses(app)));
  server.get(`${base}/passes/:typeId/:serial`, at(SERVICE), uncached(fetchPass(app)));
  server.post(`${base}/log`, at(LOG), uncached(logReport(app)));
}
