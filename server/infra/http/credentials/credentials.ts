import type { FastifyRequest } from 'fastify';
import type { Actor } from '#server/access/actor.ts';
import type { AccessScope, AccountRole } from '#server/access/rules.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import type { PersonRow, users } from '#server/db/schema/users.ts';

/**
 * The ways to say on whose behalf a call is made. Admission takes the first of its list that a request carries, and looks
 * for no other (docs/decisions/341).
 */

/** Whose a credential is, and what of that it opens. */
export interface Identity {
  user: PersonRow;
  /** For whom the user acts: what they see, make and change is this account's. */
  account: typeof users.$inferSelect;
  actor: Actor;
  /** The user's part in the account. */
  role: AccountRole;
  scope: AccessScope;
  /** True for a session whose cookie must be sent again, because its lifetime has been extended. */
  isRenewed: boolean;
}

export interface Credential {
  /**
   * True if browsers send it by themselves, with their other cookies: no page of another site may write with it. With
   * any other credential, a request may come from anywhere, and its cookies are not read.
   */
  usesCookies: boolean;
  /** The credential as the request has it, or undefined. */
  read(request: FastifyRequest, config: Config): string | undefined;
  /** Null if it is not valid, or no longer. `isRepeated`: a screen repeats the call by itself. */
  identify(db: Db, value: string, isRepeated: boolean): Promise<Identity | null>;
}

interface Carried {
  credential: Credential;
  value: string;
}

/** The credential of a request; from here on, cookies are gone that do not count with it. */
export function takeCredential(
  { config, credentials }: { config: Config; credentials: readonly Credential[] },
  request: FastifyRequest,
): Carried | null {
  for (const credential of credentials) {
    const value = credential.read(request, config);
    if (value === undefined) continue;
    if (!credential.usesCookies) delete request.headers.cookie;
    return { credential, value };
  }
  return null;
}
