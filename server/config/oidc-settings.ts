import {
  defineSettings,
  type Environment,
  type Output,
  readTogether,
  setting,
} from '#server/config/define-settings.ts';
import { isBaseAddress, openPrivateKey, providerUrl, splitList, text } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of sign-in with other providers (OpenID Connect), whose names depend on `OIDC_PROVIDERS`. */

const WELL_KNOWN: Readonly<Record<string, { label: string; issuer: string }>> = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: { label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
  apple: { label: 'Apple', issuer: 'https://appleid.apple.com' },
  linkedin: { label: 'LinkedIn', issuer: 'https://www.linkedin.com/oauth' },
};

const NAME = /^[a-z][a-z0-9_-]{0,30}$/;
const PROVIDERS_MAX = 10;

export type OidcProvider = NonNullable<Output<ReturnType<typeof settingsOfProvider>>>;

/** Who else lets people sign in, in the order of the buttons. */
export const oidc = defineSettings({
  section: 'Sign-in',
  fields: {
    names: setting('OIDC_PROVIDERS', z.string().transform(namesIn).superRefine(checkNames), {
      meaning:
        'Providers to sign in with, like google,microsoft,apple,linkedin or names of your own. Each needs settings named after it: docs/sign-in-providers.md lists them. Empty: none.',
    }),
  },
  namesIn: (env) => namesIn(env.OIDC_PROVIDERS).flatMap((name) => settingsOfProvider(name).namesIn(env)),
  read: ({ names = [] }, env: Environment) =>
    readTogether(
      (read) => names.flatMap((name) => read<OidcProvider | undefined>(settingsOfProvider(name)) ?? []),
      env,
    ),
});

function namesIn(list = ''): string[] {
  return splitList(list.toLowerCase());
}

const prefixOf = (name: string) => `OIDC_${name.toUpperCase().replaceAll('-', '_')}_`;

function checkNames(names: string[], issues: z.RefinementCtx): void {
  for (const name of names.filter((one) => !NAME.test(one))) {
    issues.addIssue(
      `"${name.slice(0, 40)}" must be a name of letters, digits, dashes and underscores that begins with a letter`,
    );
  }
  if (new Set(names.map(prefixOf)).size < names.length) issues.addIssue('each name may be listed only once');
  if (names.length > PROVIDERS_MAX) issues.addIssue(`list at most ${PROVIDERS_MAX} providers`);
}

/** Those of one provider, by its name as in `OIDC_PROVIDERS`, in lower case, which is part of the addresses. */
export function settingsOfProvider(name: string) {
  const known = Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : undefined;
  const prefix = prefixOf(name);
  const common = {
    clientId: setting(`${prefix}CLIENT_ID`, text(), {
      meaning: 'Id of this app at the provider. At Apple, the identifier of the Services ID.',
    }),
    // An issuer has neither query nor fragment (OpenID Connect Core 1.0, section 2).
    issuer: setting(`${prefix}ISSUER`, providerUrl('https://id.example.com', 'address', isBaseAddress), {
      meaning:
        'Address of the provider, like `https://id.example.com`. Needed for names of your own; the four above have theirs.',
      standard: known?.issuer ?? '',
    }),
  };
  // The label is as on the button: "Continue with Google". The proof shows a provider that the app is the app.
  const title = { name, label: known?.label ?? labelOf(name) };
  const explain = (missing: string[]) =>
    `OIDC_PROVIDERS names ${name}, but ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set.`;
  return name === 'apple'
    ? defineSettings({
        section: 'Sign-in',
        fields: {
          ...common,
          key: setting(`${prefix}KEY`, text().transform(readKey), {
            meaning: 'Private key from Apple: the text of the `.p8` file, with `\\n` for line breaks.',
          }),
          keyId: setting(`${prefix}KEY_ID`, text(), { meaning: 'Id of that key.' }),
          teamId: setting(`${prefix}TEAM_ID`, text(), { meaning: 'Id of your team at Apple.' }),
        },
        needs: { fields: ['issuer', 'clientId', 'key', 'keyId', 'teamId'], isWanted: true, explain },
        // Apple has no fixed secret: each request carries a token that is signed with this P-256 key.
        read: ({ issuer, clientId, ...proof }) => ({
          ...title,
          issuer,
          clientId,
          proof: { kind: 'key' as const, ...proof },
        }),
      })
    : defineSettings({
        section: 'Sign-in',
        fields: {
          ...common,
          secret: setting(`${prefix}CLIENT_SECRET`, text(), { meaning: 'Its secret. Not for Apple.' }),
        },
        needs: { fields: ['issuer', 'clientId', 'secret'], isWanted: true, explain },
        read: ({ issuer, clientId, ...proof }) => ({
          ...title,
          issuer,
          clientId,
          proof: { kind: 'secret' as const, ...proof },
        }),
      });
}

/** "example-id" becomes "Example Id". */
const labelOf = (name: string) =>
  name
    .split(/[-_]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** A P-256 key as PEM, or only the base64 text between its first and last line. */
function readKey(given: string, issues: z.RefinementCtx) {
  const key = openPrivateKey(
    given.includes('-----BEGIN')
      ? given
      : `-----BEGIN PRIVATE KEY-----\n${given}\n-----END PRIVATE KEY-----\n`,
  );
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  issues.addIssue('must be the private key from Apple, the text of the .p8 file with \\n for line breaks');
  return z.NEVER;
}
