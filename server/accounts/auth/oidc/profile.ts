import type { OidcProvider } from '#server/config/oidc-settings.ts';
import { TEXT_MAX } from '#shared/contract/constants.ts';
import { cleanText, email as emailSchema } from '#shared/contract/fields.ts';
import { cutText } from '#shared/formats/cut-text.ts';

/** A provider's claims about a person, read with caution: anyone may run a provider. */

export type Claims = Readonly<Record<string, unknown>>;

export interface Profile {
  email: string | null;
  /** True if the provider says that the address is this person's. */
  isEmailConfirmed: boolean;
  fullName: string | null;
}

/**
 * Apple documents "true" and "false" as text beside the booleans of OpenID Connect Core 1.0 (section 5.1), and LinkedIn
 * has sent them; elsewhere text is not what the standard promises and counts for nothing.
 */
const SENDS_TEXT = ['apple', 'linkedin'];

/** The profile in `claims`, which are tried in order: an address counts only with the word of its own source. */
export function mergeClaims({ name }: Pick<OidcProvider, 'name'>, sources: readonly Claims[]): Profile {
  const withEmail = sources.find((claims) => parseEmail(claims) !== null);
  const isConfirmed = withEmail?.email_verified;
  return {
    email: withEmail ? parseEmail(withEmail) : null,
    isEmailConfirmed: isConfirmed === true || (isConfirmed === 'true' && SENDS_TEXT.includes(name)),
    fullName: sources.map(joinName).find((found) => found !== null) ?? null,
  };
}

function parseEmail({ email }: Claims): string | null {
  const parsed = emailSchema().safeParse(email);
  return parsed.success ? parsed.data : null;
}

function joinName(claims: Claims): string | null {
  const parts = [claims.given_name, claims.family_name].filter((part) => typeof part === 'string');
  const candidates = [claims.name, parts.join(' '), claims.preferred_username, claims.nickname];
  return candidates.map(cleanName).find((name) => name !== null) ?? null;
}

/** One line of text, at most as long as a name may be; null if less than two characters remain. */
export function cleanName(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const name = cutText(cleanText(given.slice(0, 1_000)).replace(/\s+/g, ' '), TEXT_MAX.line).trim();
  return name.length >= 2 ? name : null;
}
/** The name in the form that Apple posts at the first sign-in only: `{"name":{"firstName":"…","lastName":"…"}}`. */
export function postedName(user: string | undefined): string | null {
  if (!user) return null;
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } };
    return cleanName([name?.firstName, name?.lastName].filter((part) => typeof part === 'string').join(' '));
  } catch {
    // A name that cannot be read is no reason to refuse the sign-in: the account's owner can type it.
    return null;
  }
}
