import { ai } from '#server/config/ai-settings.ts';
import { apns, passCertificate } from '#server/config/apple-settings.ts';
import { type Environment, Problem, readTogether } from '#server/config/define-settings.ts';
import { googleWallet } from '#server/config/google-settings.ts';
import { findMeant } from '#server/config/misspelled.ts';
import { oidc } from '#server/config/oidc-settings.ts';
import { operator, seller, server } from '#server/config/server-settings.ts';
import { payments, stripe } from '#server/config/stripe-settings.ts';
import { textCountries, twilio } from '#server/config/twilio-settings.ts';
import { watching } from '#server/config/watch-settings.ts';

/** The only place that reads the environment. Everything runs with an empty one. */

/** In the order of the documents. */
export const SETTINGS = [
  server,
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
  textCountries,
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
    return config;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Error(`Goldleaf cannot start. ${error.message}`);
  }
}

const EVERYWHERE = ['0.0.0.0', '::'];

/** True if two listeners would meet on one port. */
const mayMeet = (one: string, other: string) =>
  one === other || EVERYWHERE.includes(one) || EVERYWHERE.includes(other);

const readAll = (env: Environment) =>
  readTogether(
    (read) => ({
      ...read(server),
      ...read(watching),
      operator: read(operator),
      seller: read(seller),
      oidc: read(oidc),
      apple: { certificate: read(passCertificate), ...read(apns) },
      ...read(payments),
      stripe: read(stripe),
      googleWallet: read(googleWallet),
      twilio: read(twilio),
      ...read(textCountries),
      ai: read(ai),
    }),
    env,
  );

/** The settings that have a value in the environment, by name, in the order of the documents. */
export const listSetNames = (env: Environment = process.env): string[] =>
  SETTINGS.flatMap(({ namesIn }) => namesIn(env)).filter((name) => env[name]);

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
