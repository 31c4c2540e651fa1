import { eq } from 'drizzle-orm';
import { deliverLink, issueLink } from '#server/accounts/auth/mailed-links.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { persons } from '#server/db/schema/users.ts';
import {
  type EventContext,
  originOfRequest,
  recordAccountEvent,
} from '#server/infra/journal/account-events.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { plainName, plainWords } from '#server/infra/mail/plain-name.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { NOT_ME_DAYS, PRODUCT } from '#shared/contract/constants.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS, dayFormat } from '#shared/formats/time.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';

/** Mails that tell owners about changes to their account that somebody else may have made. */

interface Notice {
  subject: string;
  /** The event, as a sentence. */
  sentence: string;
}

/** A new owner says nothing to the payment provider. */
const CARD_STAYS = 'If a payment card pays for the team, that card goes on being charged until';

/** `name` is the detail of the event that says which one. */
const NOTICES = {
  new_device: {
    subject: `New sign-in to your ${PRODUCT} account`,
    sentence: 'Someone signed in to your account from a new browser.',
  },
  password_changed: {
    subject: `Your ${PRODUCT} password was changed`,
    sentence: 'Your password was changed, and every other device was signed out.',
  },
  password_reset: {
    subject: `Your ${PRODUCT} password was reset`,
    sentence: 'Your password was reset with a link from an email, and every device was signed out.',
  },
  email_changed: {
    subject: `Your ${PRODUCT} email address was changed`,
    sentence: 'The email address of your account was changed.',
  },
  passkey_added: {
    subject: `A passkey was added to your ${PRODUCT} account`,
    sentence: 'A passkey was added to your account. Anyone who has it can sign in.',
  },
  passkey_removed: {
    subject: `A passkey was removed from your ${PRODUCT} account`,
    sentence: 'A passkey was removed from your account. It can’t be used to sign in anymore.',
  },
  two_step_on: {
    subject: `Two-step verification was turned on for your ${PRODUCT} account`,
    sentence: 'Signing in with your password now also requires a code.',
  },
  two_step_off: {
    subject: `Two-step verification was turned off for your ${PRODUCT} account`,
    sentence: 'Signing in with your password no longer requires a code.',
  },
  recovery_codes_made: {
    subject: `New recovery codes for your ${PRODUCT} account`,
    sentence: 'New recovery codes were created for your account. The old ones no longer work.',
  },
  recovery_code_used: {
    subject: `A recovery code was used for your ${PRODUCT} account`,
    sentence: 'Someone signed in to your account with one of your recovery codes.',
  },
  identity_linked: {
    subject: `A way to sign in to your ${PRODUCT} account was added`,
    sentence: 'You can now sign in to your account with another provider.',
  },
  identity_unlinked: {
    subject: `A way to sign in to your ${PRODUCT} account was removed`,
    sentence: 'Signing in to your account with another provider no longer works.',
  },
  team_owned: {
    subject: 'You own a team now',
    sentence: `You’re the owner of a team now. Whoever owned it before stays as a team admin. ${CARD_STAYS} you change it under Billing, Manage payment.`,
  },
  team_handed_over: {
    subject: 'Your team was handed over',
    sentence: `Somebody else is the owner of your team now. You stay in it as a team admin. ${CARD_STAYS} they change it under Billing, Manage payment.`,
  },
  team_deleted: {
    subject: 'Your team was deleted',
    sentence: `Your team was deleted, and if it had a subscription, that ended. You can restore everything else for ${TEAM_RESTORE_DAYS} days.`,
  },
} as const satisfies Record<string, Notice>;

export type SecurityNoticeKind = keyof typeof NOTICES;

const NOTICE_KINDS = Object.keys(NOTICES) as [SecurityNoticeKind, ...SecurityNoticeKind[]];

export const askedNotice = z.object({
  userId: accountId,
  /** The address the account had when it happened. */
  to: z.string(),
  kind: z.enum(NOTICE_KINDS),
  /** Which passkey, or which provider. */
  name: z.string().optional(),
  at: z.string(),
  device: z.string().nullable(),
  network: z.string().nullable(),
  place: z.string().nullable(),
});
type AskedNotice = z.output<typeof askedNotice>;

type NoticeContext = EventContext & Pick<AppContext, 'queue'>;

/**
 * Adds an event to the history of an account and tells its owner by mail, both only if the transaction `tx` commits. The
 * mail has a link that says "This wasn't me". `user` is the row with the address to write to: after a change of address,
 * the row from before it. `details` as for `recordAccountEvent`.
 */
export async function noticeOwner(
  ctx: NoticeContext,
  tx: Db,
  user: UserRow,
  kind: SecurityNoticeKind,
  details: Record<string, string> = {},
): Promise<void> {
  await recordAccountEvent(ctx, tx, user.id, kind, details);
  if (!user.email) return;
  await ctx.queue.send(tx, 'notice', {
    userId: user.id,
    to: user.email,
    kind,
    ...(details.name ? { name: details.name } : {}),
    at: ctx.now().toISOString(),
    ...originOfRequest(ctx),
  });
}

/** The work of the job. A mail that has surely not arrived takes its link with it; the retry makes another one. */
export async function sendSecurityNotice(app: AppContext, asked: AskedNotice, id: string): Promise<void> {
  const [user] = await app.db.select().from(persons).where(eq(persons.id, asked.userId));
  if (!user) return;
  const { kind, to } = asked;
  const link = { purpose: 'not_me', userId: user.id, mailedTo: to, data: { kind, movedAt: asked.at } };
  const url = await issueLink(app, app.db, { ...link, validMs: NOT_ME_DAYS * DAY_MS });
  const letter = composeMail({
    to,
    name: user.fullName,
    subject: NOTICES[kind].subject,
    paragraphs: [NOTICES[kind].sentence],
    facts: listFacts(asked, user),
    action: { label: 'This wasn’t me', url },
    footnote: `If this was you, you’re all set. If not, use the link above to sign out every device and set a new password. It works once and expires in ${NOT_ME_DAYS} days.`,
  });
  await deliverLink(app, { url, letter }, id, new Date(asked.at));
}

const MOMENT = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

function listFacts({ name, at, device, place, network }: AskedNotice, { username, timeZone }: UserRow) {
  const facts = [
    ['Account', username],
    ['Which', name && plainName(name)],
    ['When', dayFormat('en-US', MOMENT, timeZone)(new Date(at))],
    ['Device', device],
    // A proxy that passes on a stranger's header says what they like.
    ['Place', place && plainWords(place)],
    ['Network', network],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? { label, value } : []));
}
