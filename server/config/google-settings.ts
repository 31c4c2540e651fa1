import { createPrivateKey, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import { isAllowedAddress } from '#server/config/oidc-settings.ts';
import { secret } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of Google Wallet: who issues passes, and the service account that signs them. */

export const googleEnvironment = {
  GOOGLE_WALLET_ISSUER_ID: secret().describe(
    'Your number as an issuer of Google Wallet passes. docs/wallet-passes.md says how to get it. Empty: Google Wallet is not offered.',
  ),
  GOOGLE_WALLET_CREDENTIALS: secret().describe(
    'JSON key of the Google service account that signs passes: its text, or the path of the file.',
  ),
  GOOGLE_WALLET_API_URL: secret().describe(
    "Another host that speaks the Google Wallet API, for tests. Empty: Google's own.",
  ),
  GOOGLE_TOKEN_URL: secret().describe(
    "Another address for the service account's access tokens, for tests. Empty: the one in its key.",
  ),
};

export interface GoogleWalletSettings {
  /** Google's number for the issuer; the ids of its passes begin with it. */
  issuerId: string;
  /** The address of the service account. */
  email: string;
  /** RSA, of 2,048 bits at least. */
  key: KeyObject;
  /** Google's id of the key, for the header of signed tokens. */
  keyId: string | undefined;
  /** Where classes and objects are, like https://walletobjects.googleapis.com/walletobjects/v1. */
  apiUrl: string;
  /** Where access tokens come from (RFC 7523). */
  tokenUrl: string;
}

type Environment = Record<string, string | undefined>;

const API_ORIGIN = 'https://walletobjects.googleapis.com';
const API_PATH = '/walletobjects/v1';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';

const NEEDED = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_CREDENTIALS'] as const;
const ADDRESSES = ['GOOGLE_WALLET_API_URL', 'GOOGLE_TOKEN_URL'] as const;

/** A problem with one setting, as a sentence. */
class Problem extends Error {}

/** The needed fields of the file that Google's console makes for a key of a service account. */
const serviceAccount = z.object({
  type: z.literal('service_account').optional(),
  client_email: z.string().regex(/^[^\s@]+@[^\s@]+$/),
  private_key: z.string(),
  private_key_id: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  token_uri: z.string().optional(),
});

/** Reads the settings; undefined without any. Each problem is a sentence in `problems`. */
export function readGoogleWallet(env: Environment): {
  settings: GoogleWalletSettings | undefined;
  problems: string[];
} {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const missing = NEEDED.filter((name) => !isSet(name));
  const isNone = missing.length === NEEDED.length && !ADDRESSES.some(isSet);
  if (isNone) return { settings: undefined, problems: [] };
  if (missing.length > 0) {
    const problem = `${NEEDED.join(' and ')} belong together: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set. docs/wallet-passes.md says how to get them.`;
    return { settings: undefined, problems: [problem] };
  }
  try {
    return { settings: readAll(env), problems: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { settings: undefined, problems: [error.message] };
  }
}

function readAll(env: Environment): GoogleWalletSettings {
  const issuerId = env.GOOGLE_WALLET_ISSUER_ID?.trim() ?? '';
  if (!/^\d{1,20}$/.test(issuerId)) {
    throw new Problem(
      'GOOGLE_WALLET_ISSUER_ID is wrong: must be the number that the Google Pay & Wallet Console shows, like 3388000000012345678.',
    );
  }
  const account = readAccount(env.GOOGLE_WALLET_CREDENTIALS?.trim() ?? '');
  return {
    issuerId,
    email: account.client_email,
    key: readKey(account.private_key),
    keyId: account.private_key_id,
    apiUrl: readApiUrl(env),
    tokenUrl: readTokenUrl(env, account.token_uri),
  };
}

/** JSON text, or the path of a file that contains it. */
function readAccount(value: string): z.output<typeof serviceAccount> {
  let text = value;
  if (!value.startsWith('{')) {
    try {
      text = fs.readFileSync(value, 'utf8');
    } catch {
      throw new Problem(
        'GOOGLE_WALLET_CREDENTIALS is wrong: it is neither JSON text nor the path of a file that can be read.',
      );
    }
  }
  const account = serviceAccount.safeParse(parseJson(text));
  if (account.success) return account.data;
  const part = account.error.issues[0]?.path.join('.');
  throw new Problem(
    `GOOGLE_WALLET_CREDENTIALS is wrong: it is not the JSON key of a service account from the Google Cloud console${part ? ` (${part} is missing or wrong)` : ''}.`,
  );
}

/** JSON, also if a shell or an .env file has turned the `\n` of its key into line breaks. */
function parseJson(text: string): unknown {
  for (const attempt of [text, text.replace(/-----BEGIN[^"]*/g, (pem) => pem.replace(/\r?\n/g, '\\n'))]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // The parser's own words might quote the key.
    }
  }
  return undefined;
}

function readKey(pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    // OpenSSL's own words would mean nothing to an operator, and might quote the key.
  }
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    throw new Problem(
      'GOOGLE_WALLET_CREDENTIALS is wrong: its private_key is not an RSA key of 2,048 bits or more.',
    );
  }
  return key;
}

/** An origin, or the address under which the resources are. */
function readApiUrl(env: Environment): string {
  const given = env.GOOGLE_WALLET_API_URL?.trim() || API_ORIGIN;
  if (!isAllowedAddress(given) || /[?#]/.test(given)) {
    throw new Problem(
      'GOOGLE_WALLET_API_URL is wrong: must be an address such as https://walletobjects.googleapis.com, and http:// only on this machine.',
    );
  }
  const { origin, pathname } = new URL(given);
  return origin + (pathname === '/' ? API_PATH : pathname.replace(/\/$/, ''));
}

function readTokenUrl(env: Environment, fromAccount: string | undefined): string {
  const own = env.GOOGLE_TOKEN_URL?.trim();
  const given = own || fromAccount || TOKEN_URL;
  if (isAllowedAddress(given)) return given;
  throw new Problem(
    own
      ? 'GOOGLE_TOKEN_URL is wrong: must be an address such as https://oauth2.googleapis.com/token, and http:// only on this machine.'
      : 'GOOGLE_WALLET_CREDENTIALS is wrong: its token_uri must be an address such as https://oauth2.googleapis.com/token.',
  );
}
