import { isSupportedCountry } from 'libphonenumber-js/min';
import { defineSettings, type Output, Problem, setting } from '#server/config/define-settings.ts';
import { baseUrl, matching, splitList, text } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of automatic texts: the account at Twilio, who sends, and where texts may go. */

const API_URL = 'https://api.twilio.com';
const NO_SENDER = 'Set TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID, so that it is clear who sends.';

export type TwilioSettings = NonNullable<Output<typeof twilio>>;

/** The account that sends automatic texts; if undefined, none is sent. */
export const twilio = defineSettings({
  section: 'Automatic texts',
  fields: {
    accountSid: setting(
      'TWILIO_ACCOUNT_SID',
      matching(/^[\w-]+$/, 'must be the id of an account, like AC followed by 32 characters'),
      {
        meaning:
          'Your account at Twilio, like AC followed by 32 characters, for automatic texts. docs/text-messages.md says what to set there. Empty: texts are kept in an outbox their owners see, and none is sent.',
      },
    ),
    authToken: setting('TWILIO_AUTH_TOKEN', text(), {
      meaning: 'Its auth token: it also signs what Twilio sends to /api/sms/status and /api/sms/inbound.',
    }),
    // A name in place of a number takes no answers: nobody could stop the texts.
    from: setting(
      'TWILIO_FROM',
      matching(/^\+?\d{3,15}$/, 'must be a number such as +15005550006, to which people can answer STOP'),
      { meaning: 'The number that sends, like +15005550006. People answer STOP to it.' },
    ),
    messagingServiceSid: setting('TWILIO_MESSAGING_SERVICE_SID', text(), {
      meaning:
        'In its place: a messaging service at Twilio, like MG followed by 32 characters, which chooses the number. If both are set, it sends from that number.',
    }),
    apiUrl: setting('TWILIO_API_URL', baseUrl(API_URL), {
      meaning: "Another host that speaks Twilio's protocol, for tests. Empty: Twilio's own.",
    }),
  },
  needs: {
    fields: ['accountSid', 'authToken'],
    or: ['from', 'messagingServiceSid', 'apiUrl'],
    explain: (missing, isSet) =>
      `${missing.join(' and ')} must be set for texts through Twilio.${isSet('from') || isSet('messagingServiceSid') ? '' : ` ${NO_SENDER}`}`,
  },
  read({ apiUrl = API_URL, ...account }) {
    if (!account.from && !account.messagingServiceSid) throw new Problem(NO_SENDER);
    // Tests have another server than Twilio's, which may reach this one at any address.
    return { ...account, apiUrl, isForTests: apiUrl !== API_URL };
  },
});

export const textBounds = defineSettings({
  section: 'Automatic texts',
  fields: {
    /** Codes of the countries that texts may go to; undefined: that of the owner's own number. */
    smsCountries: setting('SMS_COUNTRIES', z.string().transform(readCountries), {
      meaning:
        "Countries that texts may go to, as codes like DE,AT,CH. Empty: only the country of the owner's own number.",
    }),
    smsDailyMax: setting('SMS_DAILY_MAX', z.coerce.number().int().min(1).max(100_000), {
      meaning:
        'The most texts a day (UTC) that go out for all owners together; the others wait until the next.',
      standard: '1000',
    }),
  },
});

function readCountries(list: string, issues: z.RefinementCtx): readonly string[] | undefined {
  const codes = splitList(list.toUpperCase());
  const unknown = codes.find((code) => !isSupportedCountry(code));
  if (unknown) issues.addIssue(`"${unknown.slice(0, 20)}" is no code of a country such as DE or US`);
  return codes.length > 0 ? codes : undefined;
}
