import { defineSettings, Problem, setting } from '#server/config/define-settings.ts';
import {
  absolutePath,
  databaseUrl,
  either,
  matching,
  nameCountry,
  onOrOff,
  origin,
  pageUrl,
  readProxies,
  text,
} from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The sender of emails until one is set: good enough for files in the outbox. */
export const NO_SENDER = 'Goldleaf <goldleaf@localhost>';

/** The settings of the server itself, and of whoever runs it. */

export const server = defineSettings({
  section: 'Server',
  fields: {
    port: setting('PORT', z.coerce.number().int().min(0).max(65_535), {
      meaning: 'Port to listen on.',
      standard: '3000',
    }),
    host: setting('HOST', z.string(), { meaning: 'Address to listen on.', standard: '0.0.0.0' }),
    /** Absolute path. */
    dataDir: setting('DATA_DIR', absolutePath(), {
      meaning: 'Folder for the embedded database and uploaded files.',
      standard: './data',
    }),
    databaseUrl: setting('DATABASE_URL', databaseUrl(), {
      meaning: 'Your own PostgreSQL 15 or newer. Empty: the embedded one in DATA_DIR.',
    }),
    databaseDirectUrl: setting('DATABASE_DIRECT_URL', databaseUrl(), {
      meaning:
        'The same database without the connection pooler, for migrations and notifications; only with DATABASE_URL. Empty: DATABASE_URL.',
    }),
    databaseReplicaUrl: setting('DATABASE_REPLICA_URL', databaseUrl(), {
      meaning:
        'A standby of DATABASE_URL that answers lists and figures while it is at most 5 seconds behind; only with DATABASE_URL. Empty: none.',
    }),
    publicUrl: setting('PUBLIC_URL', origin('https://cards.example.com'), {
      meaning: 'Origin for links and QR codes, like https://cards.example.com. Empty: http://localhost:PORT.',
    }),
    /** How many proxies in front are trusted, or in which networks; false for none. */
    trustProxy: setting('TRUST_PROXY', z.string().transform(readProxies), {
      meaning:
        "Whose X-Forwarded-For and X-Forwarded-Proto to believe, and the headers of Cloudflare, Vercel and CloudFront that say where a visitor is, which the nearest proxy must set or clear. off: nobody's. on: those of one proxy in front. A number: of that many proxies. A comma-separated list of networks, like 10.0.0.0/8: of proxies in them.",
      standard: 'off',
    }),
    hasRateLimits: setting('RATE_LIMITS', onOrOff(), {
      meaning: 'off: no rate limits. For measurements only.',
      standard: 'on',
    }),
    /** Anyone may sign in as the administrator. */
    isDemo: setting('GOLDLEAF_DEMO', onOrOff(), {
      meaning:
        'on: fill an empty database with demo data and let anyone in as its administrator. Set by npm run demo.',
      standard: 'off',
    }),
    /** Administrators need two-step codes or a passkey to act. */
    requiresAdminTwoStep: setting('ADMIN_TWO_STEP', either('required', 'off'), {
      meaning:
        'required: administrators who have neither two-step verification nor a passkey can look at /admin, but change nothing. Recommended.',
      standard: 'off',
    }),
    logLevel: setting('LOG_LEVEL', z.enum(['debug', 'info', 'warn', 'error', 'silent']), {
      meaning: 'Lowest severity to log: debug, info, warn, error or silent.',
      standard: 'info',
    }),
    smtpUrl: setting('SMTP_URL', z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://'), {
      meaning:
        'Mail server, like smtp://user:password@mail.example.com:587. A password goes to another machine only over TLS, unless ?ignoreTLS=true is at the end. Empty: emails become files in DATA_DIR/outbox.',
    }),
    mailFrom: setting(
      'MAIL_FROM',
      z
        .string()
        .regex(/^[^\r\n]*[^\s<>]+@[^\s<>]+>?$/, 'must be an address such as Goldleaf <cards@example.com>'),
      { meaning: 'Sender of emails, like Goldleaf <cards@example.com>.' },
    ),
    /** Absolute path. */
    geoipFile: setting('GEOIP_FILE', absolutePath(), {
      meaning:
        'MaxMind DB file (.mmdb) of cities or countries, like GeoLite2-City, that locates views. Loaded into memory whole, about 60 MB for cities. Empty: only an edge proxy in front can locate them.',
    }),
    viewsMonths: setting('VIEWS_MONTHS', z.coerce.number().int().min(1).max(120), {
      meaning:
        'Whole months, 1 to 120, for which single views are kept, with time, device, place and source. Older ones are deleted each night; totals, days, breakdowns and visitors stay. Empty: as long as the card.',
    }),
  },
  read: ({ databaseUrl, databaseDirectUrl, databaseReplicaUrl, ...values }) => {
    const beside = { DATABASE_DIRECT_URL: databaseDirectUrl, DATABASE_REPLICA_URL: databaseReplicaUrl };
    const [useless] = databaseUrl ? [] : Object.entries(beside).filter(([, url]) => url);
    if (useless) throw new Problem(`${useless[0]} is of no use without DATABASE_URL.`);
    return {
      ...values,
      ...{ databaseUrl, databaseReplicaUrl },
      databaseDirectUrl: databaseDirectUrl ?? databaseUrl,
      mailFrom: values.mailFrom ?? NO_SENDER,
    };
  },
});

/** The operator's own pages, linked from the front page. */
export const operator = defineSettings({
  section: 'Operator',
  fields: {
    privacyUrl: setting('PRIVACY_URL', pageUrl(), {
      meaning: 'Your privacy policy, like https://example.com/privacy. Linked at the foot of the front page.',
    }),
    termsUrl: setting('TERMS_URL', pageUrl(), {
      meaning: 'Your terms of service, like https://example.com/terms. Linked next to it.',
    }),
    contactUrl: setting('CONTACT_URL', pageUrl(), {
      meaning:
        'How to reach you, like https://example.com/contact or mailto:help@example.com. Linked next to them.',
    }),
  },
});

/** Who sells the subscriptions, for mails, receipts and legal pages. */
export const seller = defineSettings({
  section: 'Operator',
  fields: {
    name: setting('SELLER_NAME', text(), {
      meaning:
        'Who sells the subscriptions: the name of your company or yourself. In emails, receipts, and the legal pages.',
    }),
    address: setting('SELLER_ADDRESS', text(), {
      meaning: 'Postal address of the seller, parts separated by commas.',
    }),
    email: setting(
      'SELLER_EMAIL',
      matching(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an address such as billing@example.com'),
      { meaning: 'Address at which customers reach the seller, like billing@example.com.' },
    ),
    taxId: setting('SELLER_TAX_ID', text(), { meaning: 'Tax number of the seller, like DE123456789.' }),
    /** A name. */
    country: setting('SELLER_COUNTRY', text().transform(nameCountry), {
      meaning: 'Country of the seller, as a name or a code of two letters like DE.',
    }),
  },
});
