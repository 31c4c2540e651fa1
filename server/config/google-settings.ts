import { defineSettings, type Output, Problem, setting } from '#server/config/define-settings.ts';
import {
  baseUrl,
  isAllowedAddress,
  matching,
  openPrivateKey,
  providerUrl,
  textOrFile,
} from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of Google Wallet: who issues passes, and the service account that signs them. */

const API_ORIGIN = 'https://walletobjects.googleapis.com';
const API_PATH = '/walletobjects/v1';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';

export type GoogleWalletSettings = NonNullable<Output<typeof googleWallet>>;

/** If undefined, Google Wallet is not offered. */
export const googleWallet = defineSettings({
  section: 'Google Wallet',
  fields: {
    issuerId: setting(
      'GOOGLE_WALLET_ISSUER_ID',
      matching(
        /^\d{1,20}$/,
        'must be the number that the Google Pay & Wallet Console shows, like 3388000000012345678',
      ),
      {
        meaning:
          'Your number as an issuer of Google Wallet passes. docs/wallet-passes.md says how to get it. Empty: Google Wallet is not offered.',
      },
    ),
    account: setting('GOOGLE_WALLET_CREDENTIALS', textOrFile(/^\{/, 'JSON').transform(readAccount), {
      meaning: 'JSON key of the Google service account that signs passes: its text, or the path of the file.',
    }),
    apiUrl: setting('GOOGLE_WALLET_API_URL', baseUrl(API_ORIGIN), {
      meaning: "Another host that speaks the Google Wallet API, for tests. Empty: Google's own.",
    }),
    tokenUrl: setting('GOOGLE_TOKEN_URL', providerUrl(TOKEN_URL), {
      meaning:
        "Another address for the service account's access tokens, for tests. Empty: the one in its key.",
    }),
  },
  needs: {
    fields: ['issuerId', 'account'],
    or: ['apiUrl', 'tokenUrl'],
    page: 'docs/wallet-passes.md',
  },
  read: ({ issuerId, account, apiUrl = API_ORIGIN, tokenUrl }) => ({
    /** Google's number for the issuer; the ids of its passes begin with it. */
    issuerId,
    /** The address of the service account. */
    email: account.client_email,
    /** RSA, of 2,048 bits at least. */
    key: account.key,
    /** Google's id of the key, for the header of signed tokens. */
    keyId: account.private_key_id,
    /** Where classes and objects are, like https://walletobjects.googleapis.com/walletobjects/v1. */
    apiUrl: new URL(apiUrl).pathname === '/' ? apiUrl + API_PATH : apiUrl,
    /** Where access tokens come from (RFC 7523). */
    tokenUrl: tokenUrl ?? tokenUrlOf(account.token_uri),
  }),
});

/** Where the key says that tokens are. */
function tokenUrlOf(address: string | undefined): string {
  const url = address || TOKEN_URL;
  if (isAllowedAddress(url)) return url;
  throw new Problem(
    `GOOGLE_WALLET_CREDENTIALS is wrong: its token_uri must be an address such as ${TOKEN_URL}.`,
  );
}

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

function readAccount(json: string, issues: z.RefinementCtx) {
  const account = serviceAccount.safeParse(parseJson(json));
  if (!account.success) {
    const part = account.error.issues[0]?.path.join('.');
    issues.addIssue(
      `it is not the JSON key of a service account from the Google Cloud console${part ? ` (${part} is missing or wrong)` : ''}`,
    );
    return z.NEVER;
  }
  const key = openPrivateKey(account.data.private_key);
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    issues.addIssue('its private_key is not an RSA key of 2,048 bits or more');
    return z.NEVER;
  }
  return { ...account.data, key };
}
