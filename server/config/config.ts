import path from 'node:path';
import { type AiSettings, aiEnvironment, readAiSettings } from '#server/config/ai-settings.ts';
import { type AppleSettings, appleEnvironment, readAppleSettings } from '#server/config/apple-settings.ts';
import {
  type GoogleWalletSettings,
  googleEnvironment,
  readGoogleWallet,
} from '#server/config/google-settings.ts';
import { findMeant } from '#server/config/misspelled.ts';
import { type OidcProvider, oidcSettingNames, readOidcProviders } from '#server/config/oidc-settings.ts';
import {
  blankIsUnset,
  databaseUrl,
  nameCountry,
  pageUrl,
  readProxies,
  secret,
} from '#server/config/setting-kinds.ts';
import {
  readCountries,
  readTwilio,
  type TwilioSettings,
  twilioEnvironment,
} from '#server/config/twilio-settings.ts';
import { z } from '#shared/contract/zod.ts';

/** The only place that reads the environment. Everything runs with an empty one. */

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
  ADMIN_TWO_STEP: blankIsUnset(z.enum(['required', 'off']).default('off')).describe(
    'required: administrators who have neither two-step verification nor a passkey can look at /admin, but change nothing. Recommended.',
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
    'Mail server, like smtp://user:password@mail.example.com:587. Empty: emails become files in DATA_DIR/outbox.',
  ),
  MAIL_FROM: blankIsUnset(
    z
      .string()
      .regex(/^[^\r\n]*[^\s<>]+@[^\s<>]+>?$/, 'must be an address such as Goldleaf <cards@example.com>')
      .default('Goldleaf <goldleaf@localhost>'),
  ).describe('Sender of emails, like Goldleaf <cards@example.com>.'),
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
  SELLER_NAME: secret().describe(
    'Who sells the subscriptions: the name of your company or yourself. In emails, receipts, and the legal pages.',
  ),
  SELLER_ADDRESS: secret().describe('Postal address of the seller, parts separated by commas.'),
  SELLER_EMAIL: blankIsUnset(
    z
      .string()
      .trim()
      .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an address such as billing@example.com')
      .optional(),
  ).describe('Address at which customers reach the seller, like billing@example.com.'),
  SELLER_TAX_ID: secret().describe('Tax number of the seller, like DE123456789.'),
  SELLER_COUNTRY: blankIsUnset(z.string().trim().min(1).transform(nameCountry).optional()).describe(
    'Country of the seller, as a name or a code of two letters like DE.',
  ),
  OIDC_PROVIDERS: blankIsUnset(z.string().optional()).describe(
    'Providers to sign in with, like google,microsoft,apple,linkedin or names of your own. Each needs settings named after it: docs/sign-in-providers.md lists them. Empty: none.',
  ),
  ...appleEnvironment,
  RECEIPTS: blankIsUnset(z.enum(['own', 'provider']).default('own')).describe(
    'Who emails a receipt for each charge. own: Goldleaf. provider: Stripe, if you switched that on there.',
  ),
  STRIPE_SECRET_KEY: secret().describe(
    'Secret key of your Stripe account. Empty: the built-in test provider, which takes no money.',
  ),
  STRIPE_WEBHOOK_SECRET: secret().describe(
    'Signing secret of the webhook endpoint /api/billing/webhook at Stripe.',
  ),
  STRIPE_PRICE_ID: secret().describe('Id of a recurring price of $5 per month at Stripe, charged per card.'),
  STRIPE_AUTOMATIC_TAX: blankIsUnset(z.enum(['on', 'off']).default('off')).describe(
    'on: Stripe Tax calculates tax; the price must say whether it is inclusive or exclusive.',
  ),
  STRIPE_API_URL: blankIsUnset(
    z
      .string()
      .regex(/^https?:\/\/[^/?#]+\/?$/, 'must be an origin such as http://127.0.0.1:12111')
      .optional(),
  ).describe("Another host that speaks Stripe's protocol, for tests. Empty: Stripe's own."),
  ...googleEnvironment,
  ...twilioEnvironment,
  ...aiEnvironment,
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
  /** Administrators need two-step codes or a passkey to act. */
  requiresAdminTwoStep: boolean;
  logLevel: z.output<typeof environment>['LOG_LEVEL'];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Absolute path. */
  geoipFile: string | undefined;
  /** The operator's own pages, linked from the front page. */
  operator: { privacyUrl: string | undefined; termsUrl: string | undefined; contactUrl: string | undefined };
  /** Who sells the subscriptions, for mails, receipts and legal pages. `country` is a name. */
  seller: {
    name: string | undefined;
    address: string | undefined;
    email: string | undefined;
    taxId: string | undefined;
    country: string | undefined;
  };
  /** Who else lets people sign in, in the order of the buttons. */
  oidc: readonly OidcProvider[];
  /** Apple Wallet: the certificate for passes, and where to send notices of changes. */
  apple: AppleSettings;
  /** If undefined, Google Wallet is not offered. */
  googleWallet: GoogleWalletSettings | undefined;
  /** The account that sends automatic texts; if undefined, none is sent. */
  twilio: TwilioSettings | undefined;
  /** Codes of the countries that texts may go to; undefined: that of the owner's own number. */
  smsCountries: readonly string[] | undefined;
  /** If undefined, follow-up suggestions are composed without a language model. */
  ai: AiSettings | undefined;
  /** Who mails receipts: this server or the payment provider. */
  receipts: 'own' | 'provider';
  /** If undefined, the built-in test provider is used. */
  stripe:
    | {
        secretKey: string;
        webhookSecret: string;
        priceId: string;
        apiUrl: string | undefined;
        hasAutomaticTax: boolean;
      }
    | undefined;
}

/**
 * A message for each variable that looks like a misspelled setting of ours. Not an error: it may belong to other
 * software.
 */
export function findMisspelled(env: Record<string, string | undefined> = process.env): string[] {
  const known = [...Object.keys(environment.shape), ...oidcSettingNames(env)];
  return findMeant(Object.keys(env), known).map(
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
    requiresAdminTwoStep: values.ADMIN_TWO_STEP === 'required',
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    geoipFile: values.GEOIP_FILE ? path.resolve(values.GEOIP_FILE) : undefined,
    operator: {
      privacyUrl: values.PRIVACY_URL,
      termsUrl: values.TERMS_URL,
      contactUrl: values.CONTACT_URL,
    },
    seller: {
      name: values.SELLER_NAME,
      address: values.SELLER_ADDRESS,
      email: values.SELLER_EMAIL,
      taxId: values.SELLER_TAX_ID,
      country: values.SELLER_COUNTRY,
    },
    oidc: readOidc(env),
    apple: readApple(env),
    googleWallet: googleWalletOf(env),
    ...readTexts(env),
    ai: readAi(values),
    receipts: values.RECEIPTS,
    stripe: readStripe(values),
  };
}

function readOidc(env: Record<string, string | undefined>): Config['oidc'] {
  const { providers, problems } = readOidcProviders(env);
  if (problems.length > 0) throw new Error(`Goldleaf cannot start. ${problems.join(' ')}`);
  return providers;
}

function readApple(env: Record<string, string | undefined>): AppleSettings {
  const { settings, problems } = readAppleSettings(env, new Date());
  if (problems.length > 0) throw new Error(`Goldleaf cannot start. ${problems.join(' ')}`);
  return settings;
}

function googleWalletOf(env: Record<string, string | undefined>): Config['googleWallet'] {
  const { settings, problems } = readGoogleWallet(env);
  if (problems.length > 0) throw new Error(`Goldleaf cannot start. ${problems.join(' ')}`);
  return settings;
}

function readTexts(env: Record<string, string | undefined>): Pick<Config, 'twilio' | 'smsCountries'> {
  const { settings: twilio, problems } = readTwilio(env);
  const { countries: smsCountries, problems: more } = readCountries(env);
  const all = [...problems, ...more];
  if (all.length > 0) throw new Error(`Goldleaf cannot start. ${all.join(' ')}`);
  return { twilio, smsCountries };
}

function readAi(values: z.output<typeof environment>): Config['ai'] {
  try {
    return readAiSettings(values);
  } catch (error) {
    throw new Error(`Goldleaf cannot start. ${(error as Error).message}`);
  }
}

/** Stripe's settings are needed together: one alone would fail with the first customer. */
function readStripe(values: z.output<typeof environment>): Config['stripe'] {
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
    hasAutomaticTax: values.STRIPE_AUTOMATIC_TAX === 'on',
  };
}
