import { lockToCount } from '#server/access/locks.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { noticeSettings } from '#server/db/schema/messages.ts';
import type { QuietHours } from '#server/messages/notices/notice-time.ts';
import { type AccountId, accountOf } from '#shared/accounts/ids.ts';
import {
  DAILY_NOTICE_HOUR,
  NOTICE_KINDS,
  type NoticeChoices,
  type NoticeKind,
  type NoticeSettingsChanges,
} from '#shared/messages/notices.ts';

/** Of what an owner is told, and how. Who has never chosen is told of everything, at once. */

/** Mails that a new account gets without having confirmed its address. */
export const UNCONFIRMED_MAX = 15;

type Row = Omit<typeof noticeSettings.$inferSelect, 'userId' | 'unconfirmedMails'>;

const AT_FIRST: Row = {
  mailOff: [],
  pushOff: [],
  isDaily: false,
  dailyHour: DAILY_NOTICE_HOUR,
  quietFrom: null,
  quietUntil: null,
};

export async function readSettings(db: Db, userId: AccountId): Promise<Row> {
  const [row] = await db
    .select()
    .from(noticeSettings)
    .where(whereCan(systemFor(userId), 'see', 'noticeSettings'));
  return row ?? AT_FIRST;
}

export const readQuietHours = ({ quietFrom, quietUntil }: Row): QuietHours | null =>
  quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil };

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const minuteOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
};

const switchesOf = (off: NoticeKind[]) => ({
  contact: !off.includes('contact'),
  lead: !off.includes('lead'),
  reminder: !off.includes('reminder'),
});

export async function getSettings(ctx: UserContext): Promise<NoticeChoices> {
  const [row = { ...AT_FIRST, unconfirmedMails: 0 }] = await ctx.db
    .select()
    .from(noticeSettings)
    .where(whereCan(ctx, 'see', 'noticeSettings'));
  const quiet = readQuietHours(row);
  const isLimited = ctx.config.hasRateLimits && !ctx.user.emailConfirmedAt;
  return {
    mail: switchesOf(row.mailOff),
    push: switchesOf(row.pushOff),
    isMailUsedUp: isLimited && row.unconfirmedMails >= UNCONFIRMED_MAX,
    isDaily: row.isDaily,
    dailyHour: row.dailyHour,
    quietHours: quiet && { from: clockOf(quiet.from), until: clockOf(quiet.until) },
  };
}

/** The kinds that are off, after switching some. */
const switchKinds = (off: NoticeKind[], changes: Partial<Record<NoticeKind, boolean | undefined>> = {}) =>
  NOTICE_KINDS.filter((kind) => !(changes[kind] ?? !off.includes(kind)));

export async function changeSettings(
  ctx: UserContext,
  { body }: { body: NoticeSettingsChanges },
): Promise<NoticeChoices> {
  await changeOf(ctx.db, accountOf(ctx.user).id, body);
  // Notices that were held back may be due now.
  ctx.arrivals.reconsider(accountOf(ctx.user).id);
  return getSettings(ctx);
}

/** Changes the settings of an account; two changes at once both take effect. */
export const changeOf = (db: Db, userId: AccountId, changes: NoticeSettingsChanges): Promise<void> =>
  db.transaction(async (tx) => {
    await lockToCount(tx, userId);
    const { mail, push, isDaily, dailyHour, quietHours } = changes;
    const before = await readSettings(tx, userId);
    const row: Row = {
      mailOff: switchKinds(before.mailOff, mail),
      pushOff: switchKinds(before.pushOff, push),
      isDaily: isDaily ?? before.isDaily,
      dailyHour: dailyHour ?? before.dailyHour,
      quietFrom: before.quietFrom,
      quietUntil: before.quietUntil,
      ...(quietHours !== undefined && {
        quietFrom: quietHours && minuteOf(quietHours.from),
        quietUntil: quietHours && minuteOf(quietHours.until),
      }),
    };
    await tx
      .insert(noticeSettings)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: noticeSettings.userId, set: row });
  });
