import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { findMeant } from '#server/misspelled.ts';
import { z } from '#shared/zod.ts';

/** The only place that reads the environment. Everything runs with an empty one. */

const blankIsUnset = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const secret = () => blankIsUnset(z.string().trim().min(1).optional());

const databaseUrl = () =>
  blankIsUnset(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .optional(),
  );

const pageUrl = () =>
  blankIsUnset(
    z
      .string()
      .regex(
        /^(https?:\/\/[^\s/]|mailto:[^\s@]+@[^\s@])\S*$/,
        'must be an address such as https://example.com/privacy',
      )
      .optional(),
  );

const PROXIES_MAX = 10;

/**
 * The proxies that may say where a request comes from. Each proxy appends the address it saw to X-Forwarded-For, so
 * only the last entries, as many as there are proxies, cannot be forged.
 */
function readProxies(value: string, issues: z.RefinementCtx): false | number | string[] {
  if (value === 'off') return false;
  if (value === 'on') return 1;
  const hops = /^\d+$/.test(value) ? Number(value) : 0;
  if (hops >= 1 && hops <= PROXIES_MAX) return hops;
  const networks = value.split(',').map((network) => network.trim());
  if (networks.every((network) => ipaddr.isValidCIDR(network) || isWholeAddress(network))) return networks;
  issues.addIssue(
    `must be on, off, a number of proxies from 1 to ${PROXIES_MAX}, or networks such as 10.0.0.0/8,fd00::/8`,
  );
  return z.NEVER;
}

/** An address written in full: ipaddr.js would also accept "1" and "0x7f.1". */
const isWholeAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

export const environment = z.object({
  PORT: blankIsUnset(z.coerce.number().int().min(0).max(65_535).default(3000)).describe('Port to listen on.'),
  HOST: blankIsUnset(z.string().default('0.0.0.0')).describe('Address to listen on.'),
  DATA_DIR: blankIsUnset(z.string().default('./data')).describe(
    'Folder for the embedded database and uploaded files.',
  ),
  DATABASE_URL: databaseUrl().describe(
    'Your own PostgreSQL 15 or newer. Empty: the embedded one in DATA_DIR.',
  ),
  DATABASE_DIRECT_URL: databaseUrl().describe(
    'The same database without the connection pooler, for migrations and notifications. Empty: DATABASE_URL.',
  ),
  PUBLIC_URL: blankIsUnset(
    z
      .string()
      .regex(/^https?:\/\/[^/?#]+\/?$/, 'must be an origin such as https://cards.example.com')
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
  ).describe('Origin for links and QR codes, like https://cards.example.com. Empty: http://localhost:PORT.'),
  TRUST_PROXY: blankIsUnset(z.string().default('off').transform(readProxies)).describe(
    "Whose X-Forwarded-For and X-Forwarded-Proto to believe. off: nobody's. on: those of one proxy in front. A number: of that many proxies. A comma-separated list of networks, like 10.0.0.0/8: of proxies in them.",
  ),
  RATE_LIMITS: blankIsUnset(z.enum(['on', 'off']).default('on')).describe(
    'off: no rate limits. For measurements only.',
  ),
  GOLDLEAF_DEMO: blankIsUnset(z.enum(['on', 'off']).default('off')).describe(
    'on: fill an empty database with demo data and let anyone in as its administrator. Set by npm run demo.',
  ),
  LOG_LEVEL: blankIsUnset(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info')).describe(
    'Lowest severity to log: debug, info, warn, error or silent.',
  ),
  SMTP_URL: blankIsUnset(
    z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .optional(),
  ).describe(
    'Mail server, like smtp://user:password@mail.example.com:587. Empty: mails become files in DATA_DIR/outbox.',
  ),
  MAIL_FROM: blankIsUnset(
    z
      .string()
      .regex(/^[^\r\n]*[^\s<>]+@[^\s<>]+>?$/, 'must be an address such as Goldleaf <cards@example.com>')
      .default('Goldleaf <goldleaf@localhost>'),
  ).describe('Sender of mails, like Goldleaf <cards@example.com>.'),
  GEOIP_FILE: blankIsUnset(z.string().optional()).describe(
    'MaxMind DB file (.mmdb) of cities or countries, like GeoLite2-City, that locates views. Loaded into memory whole, about 60 MB for cities. Empty: only an edge proxy in front can locate them.',
  ),
  PRIVACY_URL: pageUrl().describe(
    'Your privacy policy, like https://example.com/privacy. Linked at the foot of the front page.',
  ),
  TERMS_URL: pageUrl().describe('Your terms of service, like https://example.com/terms. Linked next to it.'),
  CONTACT_URL: pageUrl().describe(
    'How to reach you, like https://example.com/contact or mailto:help@example.com. Linked next to them.',
  ),
  STRIPE_SECRET_KEY: secret().describe(
    'Secret key of your Stripe account. Empty: the built-in test provider, which takes no money.',
  ),
  STRIPE_WEBHOOK_SECRET: secret().describe(
    'Signing secret of the webhook endpoint /api/billing/webhook at Stripe.',
  ),
  STRIPE_PRICE_ID: secret().describe('Id of a recurring price of $5 per month at Stripe, charged per card.'),
  STRIPE_API_URL: blankIsUnset(
    z
      .string()
      .regex(/^https?:\/\/[^/?#]+\/?$/, 'must be an origin such as http://127.0.0.1:12111')
      .optional(),
  ).describe("Another host that speaks Stripe's protocol, for tests. Empty: Stripe's own."),
});

export interface Config {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  publicUrl: string | undefined;
  /** How many proxies in front are trusted, or in which networks; false for none. */
  trustProxy: false | number | string[];
  hasRateLimits: boolean;
  /** Anyone may sign in as the administrator. */
  isDemo: boolean;
  logLevel: z.output<typeof environment>['LOG_LEVEL'];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Absolute path. */
  geoipFile: string | undefined;
  /** The operator's own pages, linked from the front page. */
  operator: { privacyUrl: string | undefined; termsUrl: string | undefined; contactUrl: string | undefined };
  /** If undefined, the built-in test provider is used. */
  stripe:
    | { secretKey: string; webhookSecret: string; priceId: string; apiUrl: string | undefined }
    | undefined;
}

/**
 * A message for each variable that looks like a misspelled setting of ours. Not an error: it may belong to other
 * software.
 */
export function findMisspelled(env: Record<string, string | undefined> = process.env): string[] {
  return findMeant(Object.keys(env), Object.keys(environment.shape)).map(
    ({ name, meant }) => `${name} is not a setting of Goldleaf. Did you mean ${meant}?`,
  );
}

/** Reads the configuration; throws one Error whose message explains each wrong setting. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const result = environment.safeParse(env);
  if (!result.success) {
    const sentences = result.error.issues.map(
      (issue) => `${issue.path.join('.')} is wrong: ${issue.message}.`,
    );
    throw new Error(`Goldleaf cannot start. ${sentences.join(' ')}`);
  }
  const values = result.data;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    hasRateLimits: values.RATE_LIMITS === 'on',
    isDemo: values.GOLDLEAF_DEMO === 'on',
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    geoipFile: values.GEOIP_FILE ? path.resolve(values.GEOIP_FILE) : undefined,
    operator: {
      privacyUrl: values.PRIVACY_URL,
      termsUrl: values.TERMS_URL,
      contactUrl: values.CONTACT_URL,
    },
    stripe: stripeOf(values),
  };
}

/** Stripe's settings are needed together: one alone would fail with the first customer. */
function stripeOf(values: z.output<typeof environment>): Config['stripe'] {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_URL } = values;
  if (!STRIPE_SECRET_KEY && !STRIPE_WEBHOOK_SECRET && !STRIPE_PRICE_ID && !STRIPE_API_URL) return undefined;
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET || !STRIPE_PRICE_ID) {
    throw new Error(
      'Goldleaf cannot start. STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID belong together, and STRIPE_API_URL needs them: set all three, or none of these.',
    );
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    priceId: STRIPE_PRICE_ID,
    apiUrl: STRIPE_API_URL,
  };
}
