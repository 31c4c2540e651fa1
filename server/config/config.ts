import { ai } from '#server/config/ai-settings.ts';
import { apns, passCertificate } from '#server/config/apple-settings.ts';
import { type Environment, Problem, readTogether } from '#server/config/define-settings.ts';
import { bucket, fileStore } from '#server/config/files-settings.ts';
import { googleWallet } from '#server/config/google-settings.ts';
import { findMeant } from '#server/config/misspelled.ts';
import { oidc } from '#server/config/oidc-settings.ts';
import { processes } from '#server/config/process-settings.ts';
import { operator, seller, server } from '#server/config/server-settings.ts';
import { payments, stripe } from '#server/config/stripe-settings.ts';
import { textBounds, twilio } from '#server/config/twilio-settings.ts';
import { watching } from '#server/config/watch-settings.ts';

/** The only place that reads the environment. Everything runs with an empty one. */

/** In the order of the documents. */
export const SETTINGS = [
  server,
  fileStore,
  bucket,
  processes,
  watching,
  operator,
  seller,
  oidc,
  passCertificate,
  apns,
  payments,
  stripe,
  googleWallet,
  twilio,
  textBounds,
  ai,
];

export type Config = ReturnType<typeof readAll>;

/** Reads the configuration; throws one Error whose message explains each wrong setting. */
export function readConfig(env: Environment = process.env) {
  try {
    const config = readAll(env);
    if (config.metricsPort === config.port && mayMeet(config.host, config.metricsHost))
      throw new Problem(
        `METRICS_PORT is wrong: ${config.port} is PORT, too. Choose another, such as 9464, or use METRICS_TOKEN in its place.`,
      );
    if (config.mediaStore === 's3') requireBucket(config);
    return config;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Error(`Goldleaf cannot start. ${error.message}`);
  }
}

/** Throws a Problem unless files, and mails, can leave this machine. */
function requireBucket({ bucket, smtpUrl }: Pick<Config, 'bucket' | 'smtpUrl'>): void {
  if (!bucket)
    throw new Problem(
      'MEDIA_STORE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. docs/operate.md says how to get them.',
    );
  if (!smtpUrl)
    throw new Problem(
      'MEDIA_STORE=s3 needs SMTP_URL: without it, emails become files in the DATA_DIR of one machine, where no one looks for them.',
    );
}

const EVERYWHERE = ['0.0.0.0', '::'];

/** True if two listeners would meet on one port. */
const mayMeet = (one: string, other: string) =>
  one === other || EVERYWHERE.includes(one) || EVERYWHERE.includes(other);

const readAll = (env: Environment) =>
  readTogether(
    (read) => ({
      ...read(server),
      ...read(fileStore),
      bucket: read(bucket),
      ...read(processes),
      ...read(watching),
      operator: read(operator),
      seller: read(seller),
      oidc: read(oidc),
      apple: { certificate: read(passCertificate), ...read(apns) },
      ...read(payments),
      stripe: read(stripe),
      googleWallet: read(googleWallet),
      twilio: read(twilio),
      ...read(textBounds),
      ai: read(ai),
    }),
    env,
  );

/** The settings that have a value in the environment, by name, in the order of the documents. */
export const listSetNames = (): string[] =>
  SETTINGS.flatMap(({ namesIn }) => namesIn(process.env)).filter((name) => process.env[name]);

/**
 * A message for each variable that looks like a misspelled setting of ours. Not an error: it may belong to other
 * software.
 */
export function findMisspelled(env: Environment = process.env): string[] {
  const known = SETTINGS.flatMap(({ namesIn }) => namesIn(env));
  return findMeant(Object.keys(env), known).map(
    ({ name, meant }) => `${name} is not a setting of Goldleaf. Did you mean ${meant}?`,
  );
}
