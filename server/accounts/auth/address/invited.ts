import { and, eq, gt, isNull } from 'drizzle-orm';
import { isSameAddress } from '#server/accounts/auth/match-login.ts';
import { hashToken } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { claimPath } from '#shared/teams/claim-path.ts';

/** Who registers by the link of an invite to a card of a team. */

/** As `team_invites` and `team_mails` keep the token of a link. */
export const hashInvite = (token: string): string => hashToken(token).toString('hex');

interface ByInvite {
  /** The link was mailed to this address, so whoever has it reads mail there. */
  isProven: boolean;
  /** The screen on which the card is claimed; null without an invite that is open. */
  next: string | null;
}

/** Where no mail is sent, the link stands in the outbox for whoever runs the server, and proves nothing. */
export async function readInvited(
  { db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>,
  token: string | undefined,
  email: string,
): Promise<ByInvite> {
  if (token === undefined) return { isProven: false, next: null };
  const [invite] = await db
    .select()
    .from(teamInvites)
    .where(
      and(
        eq(teamInvites.tokenHash, hashInvite(token)),
        isNull(teamInvites.claimedAt),
        gt(teamInvites.expiresAt, now()),
      ),
    );
  if (!invite) return { isProven: false, next: null };
  return {
    isProven: isSameAddress(invite.email, email) && config.smtpUrl !== undefined,
    next: claimPath(invite.teamId, token),
  };
}
