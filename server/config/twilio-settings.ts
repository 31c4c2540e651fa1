import { isSupportedCountry } from 'libphonenumber-js/min';
import { isAllowedAddress } from '#server/config/oidc-settings.ts';
import { blankIsUnset, secret } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of automatic texts: the account at Twilio, who sends, and where texts may go. */

export const twilioEnvironment = {
  TWILIO_ACCOUNT_SID: secret().describe(
    'Your account at Twilio, like AC followed by 32 characters, for automatic texts. docs/text-messages.md says what to set there. Empty: texts are kept in an outbox their owners see, and none is sent.',
  ),
  TWILIO_AUTH_TOKEN: secret().describe(
    'Its auth token: it also signs what Twilio sends to /api/sms/status and /api/sms/inbound.',
  ),
  TWILIO_FROM: secret().describe('The number that sends, like +15005550006. People answer STOP to it.'),
  TWILIO_MESSAGING_SERVICE_SID: secret().describe(
    'In its place: a messaging service at Twilio, like MG followed by 32 characters, which chooses the number. If both are set, it sends from that number.',
  ),
  TWILIO_API_URL: secret().describe(
    "Another host that speaks Twilio's protocol, for tests. Empty: Twilio's own.",
  ),
  SMS_COUNTRIES: blankIsUnset(z.string().optional()).describe(
    "Countries that texts may go to, as codes like DE,AT,CH. Empty: only the country of the owner's own number.",
  ),
};

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** Who sends: one of the two, or the service from this number. */
  from: string | undefined;
  messagingServiceSid: string | undefined;
  /** Like https://api.twilio.com. */
  apiUrl: string;
  /** Another server than Twilio's, which may reach this one at any address. */
  isForTests: boolean;
}

type Environment = Record<string, string | undefined>;

const API_URL = 'https://api.twilio.com';
const NEEDED = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;
const SENDERS = ['TWILIO_FROM', 'TWILIO_MESSAGING_SERVICE_SID'] as const;
const ALL = [...NEEDED, ...SENDERS, 'TWILIO_API_URL'];

/** Reads the settings of the account; undefined without any. Each problem is a sentence in `problems`. */
export function readTwilio(env: Environment): { settings: TwilioSettings | undefined; problems: string[] } {
  const settingOf = (name: string) => env[name]?.trim() || undefined;
  if (!ALL.some(settingOf)) return { settings: undefined, problems: [] };
  const [accountSid, authToken] = NEEDED.map(settingOf);
  const [from, messagingServiceSid] = SENDERS.map(settingOf);
  const apiUrl = settingOf('TWILIO_API_URL') ?? API_URL;
  const problems = listProblems({ accountSid, from, messagingServiceSid, apiUrl });
  if (!accountSid || !authToken) {
    const missing = NEEDED.filter((name) => !settingOf(name)).join(' and ');
    return {
      settings: undefined,
      problems: [`${missing} must be set for texts through Twilio.`, ...problems],
    };
  }
  return {
    settings: {
      accountSid,
      authToken,
      from,
      messagingServiceSid,
      apiUrl: apiUrl.replace(/\/+$/, ''),
      isForTests: apiUrl !== API_URL,
    },
    problems,
  };
}

function listProblems({
  accountSid,
  from,
  messagingServiceSid,
  apiUrl,
}: Partial<TwilioSettings> & { apiUrl: string }): string[] {
  const problems: string[] = [];
  if (accountSid && !/^[\w-]+$/.test(accountSid)) {
    problems.push(
      'TWILIO_ACCOUNT_SID is wrong: must be the id of an account, like AC followed by 32 characters.',
    );
  }
  if (!from && !messagingServiceSid) {
    problems.push('Set TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID, so that it is clear who sends.');
  }
  // A name in place of a number takes no answers: nobody could stop the texts.
  if (from && !/^\+?\d{3,15}$/.test(from)) {
    problems.push(
      'TWILIO_FROM is wrong: must be a number such as +15005550006, to which people can answer STOP.',
    );
  }
  if (!isAllowedAddress(apiUrl)) {
    problems.push(
      'TWILIO_API_URL is wrong: must be an address such as https://api.twilio.com, and http:// only on this machine.',
    );
  }
  return problems;
}

/** The countries that texts may go to, as codes; undefined: only that of the owner's own number. */
export function readCountries(env: Environment): {
  countries: readonly string[] | undefined;
  problems: string[];
} {
  const codes = (env.SMS_COUNTRIES ?? '')
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean);
  const unknown = codes.filter((code) => !isSupportedCountry(code));
  if (unknown.length > 0) {
    const problem = `SMS_COUNTRIES is wrong: "${unknown[0]?.slice(0, 20)}" is no code of a country such as DE or US.`;
    return { countries: undefined, problems: [problem] };
  }
  return { countries: codes.length > 0 ? codes : undefined, problems: [] };
}
