import type { AppContext } from '#server/context.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { isSameSecret } from '#server/infra/secret.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import type { NoticeKind } from '#shared/messages/notices.ts';

/**
 * The link in a mail that ends mails of its kind. Its token is not stored: it names the account and the kind, with a keyed
 * hash, and works for as long as the account exists.
 */

/** The notices that each link ends. */
const SCOPES = {
  contact: ['contact'],
  lead: ['lead'],
  people: ['contact', 'lead'],
  reminder: ['reminder'],
} as const satisfies Record<string, readonly NoticeKind[]>;
export type Scope = keyof typeof SCOPES;

export interface Unsubscribing {
  userId: AccountId;
  scope: Scope;
  kinds: readonly NoticeKind[];
}

type Keys = Pick<AppContext, 'keyedHash'>;

const sealOf = ({ keyedHash }: Keys, userId: AccountId, scope: string): Buffer =>
  keyedHash('unsubscribe', `${userId} ${scope}`);

export const unsubscribeUrl = (
  app: Keys & Pick<AppContext, 'config'>,
  userId: AccountId,
  scope: Scope,
): string =>
  `${originOf(app.config)}${accountPages.unsubscribe}/${userId}.${scope}.${sealOf(app, userId, scope).toString('base64url')}`;

const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);

/** The notices that a token ends, or null if we did not sign it. */
export function readToken(app: Keys, token: string): Unsubscribing | null {
  const [id = '', scope = '', seal = ''] = token.split('.');
  if (!isScope(scope)) return null;
  const given = Buffer.from(seal, 'base64url');
  const userId = accountId.parse(id);
  if (!isSameSecret(given, sealOf(app, userId, scope))) return null;
  return { userId, scope, kinds: SCOPES[scope] };
}
