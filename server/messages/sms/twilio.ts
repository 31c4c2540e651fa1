import type { TwilioSettings } from '#server/config/twilio-settings.ts';
import type { AppContext } from '#server/context.ts';
import { fetchWithin, readRetryAfter } from '#server/infra/fetch-within.ts';
import { HELD_REASON } from '#server/infra/hold/hold.ts';
import { z } from '#shared/contract/zod.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import {
  NoProviderAnswer,
  ProviderBusy,
  type TakenText,
  type Text,
  type TextProvider,
  TextRefused,
} from './text-provider.ts';

/**
 * Twilio's Programmable Messaging, "Message resource" (www.twilio.com/docs/messaging/api/message-resource). Its
 * requests carry no idempotency key: `find` tells whether one without an answer arrived (docs/decisions/241).
 */

const message = z.object({
  sid: z.string().regex(/^\w{2,64}$/),
  status: z.string().max(40).catch('queued'),
  error_code: z.union([z.number(), z.string()]).nullish().catch(null),
});
const listed = message.extend({
  body: z.string(),
  date_created: z.string().nullish(),
  direction: z.string().nullish(),
});
const list = z.object({ messages: z.array(listed) });
const failure = z.object({ code: z.coerce.number().int() });

/** The clocks of two machines differ. */
const SKEW_MS = 5 * 60 * 1000;
/** A number gets one text a day from us. */
const LISTED = 50;
/** Words that were kept from us ("Message redaction") or removed since. */
const isRedacted = (body: string) => body === '' || /^\W*_*redacted_*\W*$/i.test(body);
/** "Error and Warning Dictionary": these are about the message, whatever the status. */
const isAboutText = (code: number) => code >= 21_000 && code < 31_000;
/** "Queue overflow" and "exceeded the limit": the text itself is fine. */
const PASSING: readonly number[] = [20_429, 21_611, 30_001, 30_022, 63_018];
/**
 * About our number, our messaging service or the trial of our account: the operator can fix them, and the text itself is
 * fine. Numbers are wrong, not ours or cannot send (21212, 21601, 21603, 21606, 21659, 21660, 21661) or not the
 * recipient's to get texts of a trial (21608); the address for reports is none that Twilio calls (21609); services are
 * unknown, empty or misspelled (21701 to 21705).
 */
const ABOUT_US: readonly number[] = [
  ...[21_212, 21_601, 21_603, 21_606, 21_608, 21_609, 21_659, 21_660, 21_661],
  ...[21_701, 21_702, 21_703, 21_704, 21_705],
];
/** Errors of connections that were never made: nothing was sent over them. */
const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

const toTaken = ({ sid, status, error_code: code }: z.output<typeof message>): TakenText => ({
  id: sid,
  status,
  errorCode: code === null || code === undefined ? null : String(code),
});

export function createTwilio(
  settings: TwilioSettings,
  { now, hold }: Pick<AppContext, 'now' | 'hold'>,
): TextProvider {
  const { accountSid, authToken, from, messagingServiceSid, apiUrl } = settings;
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = {
    ...(from && { From: from }),
    ...(messagingServiceSid && { MessagingServiceSid: messagingServiceSid }),
  };
  /** After it has had enough of us, Twilio is left alone for as long as it says. */
  let quietUntil = 0;

  async function call(address: string, init: RequestInit): Promise<Response> {
    const wait = quietUntil - now().getTime();
    if (wait > 0) throw new ProviderBusy('Twilio asked to be left alone for now.', 'busy', wait);
    const headers = { authorization, accept: 'application/json' };
    const response = await fetchWithin(address, { ...init, headers, redirect: 'manual' }).catch(
      (error: unknown) => {
        if (isNotConnected(error)) throw new ProviderBusy('Twilio cannot be reached.', 'busy');
        throw new NoProviderAnswer('Twilio gave no answer that can be read.', { cause: error });
      },
    );
    const waitMs = readRetryAfter(response.headers.get('retry-after'), now(), HOUR_MS);
    if (response.status === 429) {
      quietUntil = now().getTime() + (waitMs ?? 0);
      throw new ProviderBusy('Twilio has had enough for now.', 'busy', waitMs);
    }
    if (response.status >= 500)
      throw new ProviderBusy(`Twilio answered ${response.status}.`, 'failed', waitMs);
    return response;
  }

  return {
    async send({ to, body, statusUrl }: Text) {
      if (hold.isOn) throw new ProviderBusy(HELD_REASON, 'busy');
      const form = { To: to, ...sender, Body: body, ...(statusUrl ? { StatusCallback: statusUrl } : {}) };
      const response = await call(url, { method: 'POST', body: new URLSearchParams(form) });
      const answer = await jsonOf(response);
      if (!response.ok) throw refusalOf(response.status, answer);
      const taken = message.safeParse(answer);
      // It says that it took the text, and not as which.
      if (!taken.success) throw new NoProviderAnswer('Twilio answered something else than a message.');
      return toTaken(taken.data);
    },
    async find({ to, body }, since) {
      // By number alone: those that are still queued have no date of sending to ask for.
      const query = new URLSearchParams({ To: to, PageSize: String(LISTED) });
      const response = await call(`${url}?${query}`, {});
      const answer = list.safeParse(await jsonOf(response));
      if (!response.ok || !answer.success) return 'cannot_tell';
      const found = findSent(answer.data.messages, body, since);
      return found ? toTaken(found) : null;
    },
  };
}

function findSent(messages: z.output<typeof list>['messages'], body: string, since: Date) {
  const isNew = (date: string | null | undefined) => !(Date.parse(date ?? '') < since.getTime() - SKEW_MS);
  const sent = messages.filter((one) => isNew(one.date_created) && one.direction !== 'outbound-reply');
  // A trial account at Twilio puts words of its own in front.
  return sent.find((one) => one.body.endsWith(body)) ?? sent.find((one) => isRedacted(one.body));
}

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

function isNotConnected(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const errors = one instanceof AggregateError ? one.errors : [one];
    if (errors.some(({ code }: { code?: string }) => NOT_CONNECTED.includes(code ?? ''))) return true;
  }
  return false;
}

function refusalOf(status: number, answer: unknown): Error {
  const code = failure.safeParse(answer).data?.code ?? 0;
  if (PASSING.includes(code)) return new ProviderBusy(`Twilio answered ${code}.`, 'busy');
  const isAboutUs = ABOUT_US.includes(code);
  if (isAboutText(code) && !isAboutUs) return new TextRefused(String(code));
  // A wrong token, an account that is closed, or another server: all of which the operator can fix, too.
  if (isAboutUs || status < 400 || [401, 403, 404, 407].includes(status)) {
    return new ProviderBusy(`Twilio answered ${code || status}: check the settings TWILIO_….`, 'settings');
  }
  if (status === 408) return new ProviderBusy('Twilio answered 408.', 'failed');
  return new TextRefused(String(code || status));
}
