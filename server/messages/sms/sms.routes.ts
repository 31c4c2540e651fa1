import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Admission } from '#server/infra/http/admission.ts';
import { leaveBodyUnread, readBody } from '#server/infra/http/body/read-body.ts';
import { serve } from '#server/infra/http/serve.ts';
import { AppError } from '#shared/contract/errors.ts';
import { id as idSchema } from '#shared/contract/fields.ts';
import { smsEndpoints } from '#shared/messages/sms.ts';
import { answerText } from './answer-texts.ts';
import { getTexting, listTexts } from './list-texts.ts';
import { calledAddresses, isSignedByTwilio } from './signature.ts';
import { applyStatus, findByProviderId } from './text-states.ts';

/** Twilio sends a few hundred bytes. */
const SIGNED: Admission = { who: 'signed', limit: 'webhook', bodyLimit: 32 * 1024 };

export function smsRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, smsEndpoints.read, getTexting);
  serve(server, app, smsEndpoints.list, listTexts);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    leaveBodyUnread(scope, '*');
    const take = (
      path: string,
      handler: (form: URLSearchParams, reply: FastifyReply, query: unknown) => unknown,
    ) =>
      scope.post(path, { config: { admission: SIGNED } }, async (request, reply) => {
        const form = await readSigned(app, request);
        return handler(form, reply.header('cache-control', 'no-store'), request.query);
      });
    take('/api/sms/status', async (form, reply, query) => {
      await noteStatus(app, form, query);
      return reply.send({ received: true });
    });
    take('/api/sms/inbound', async (form, reply) => {
      const answer = await answerText(app, {
        from: form.get('From') ?? '',
        text: form.get('Body') ?? '',
        optOutType: form.get('OptOutType'),
      });
      return reply.type('text/xml; charset=utf-8').send(toTwiml(answer));
    });
  });
}

/** The form, once its signature is right; throws 403 before reading a body without one. */
async function readSigned({ config }: AppContext, request: FastifyRequest): Promise<URLSearchParams> {
  if (!config.twilio) throw new AppError('not_found', 'Texting isn’t set up here.');
  const signature = request.headers['x-twilio-signature'];
  if (typeof signature !== 'string' || !signature) throw forged();
  const form = new URLSearchParams((await readBody(request.raw, SIGNED.bodyLimit)).toString('utf8'));
  const { authToken } = config.twilio;
  const isSigned = calledAddresses(config, request).some((address) =>
    isSignedByTwilio(authToken, signature, address, form),
  );
  if (!isSigned) throw forged();
  return form;
}

const forged = () =>
  new AppError(
    'forbidden',
    'The signature of this request is missing or wrong. Check PUBLIC_URL and TWILIO_AUTH_TOKEN.',
  );

/** "Track the status of outbound messages". What is not ours is acknowledged: Twilio could do nothing about it. */
async function noteStatus({ db, now }: AppContext, form: URLSearchParams, query: unknown): Promise<void> {
  const providerId = form.get('MessageSid') ?? form.get('SmsSid') ?? '';
  const status = form.get('MessageStatus') ?? form.get('SmsStatus') ?? '';
  if (!/^\w{2,64}$/.test(providerId) || !/^[\w-]{2,40}$/.test(status)) {
    throw new AppError('bad_request', 'Send MessageSid and MessageStatus.');
  }
  const code = form.get('ErrorCode');
  const { text } = query as { text?: unknown };
  const named = idSchema.safeParse(text);
  const id = named.success ? named.data : await findByProviderId(db, providerId);
  const errorCode = code && /^\d{1,6}$/.test(code) ? code : null;
  if (id) await applyStatus(db, id, { id: providerId, status, errorCode }, now());
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** TwiML, the XML that Twilio answers with (www.twilio.com/docs/messaging/twiml). */
const toTwiml = (answer: string | null): string => {
  const message = answer?.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message ? `<Message>${message}</Message>` : ''}</Response>`;
};
