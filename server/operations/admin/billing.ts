import { desc, inArray } from 'drizzle-orm';
import { administratorFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { billingEvents, invoices } from '#server/db/schema/money.ts';
import { persons, teams } from '#server/db/schema/users.ts';
import type { ByAccount, ById } from '#server/infra/http/by-id.ts';
import { toInvoice } from '#server/money/billing/read-billing.ts';
import { extendTrial } from '#server/money/billing/trial.ts';
import { recordAct } from '#server/operations/admin/audit.ts';
import { findUser, targetOf } from '#server/operations/admin/find-target.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { ADMIN_HISTORY_MAX } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { statusAt } from '#shared/money/subscription.ts';
import type { trialExtension } from '#shared/operations/admin-acts.ts';

/** For administrators: one user's billing, and failed jobs. */

const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;

/** A user's bills, and every provider event about them, latest first. */
export async function getUserBilling(ctx: UserContext, { params }: ByAccount) {
  const user = await findUser(ctx, params.id);
  const bills = await ctx.db
    .select()
    .from(invoices)
    .where(whereCan(administratorFor(ctx, user.id), 'see', 'invoice'))
    .orderBy(desc(invoices.createdAt))
    .limit(ADMIN_HISTORY_MAX);
  const events = await ctx.db
    .select()
    .from(billingEvents)
    .where(whereCan(administratorFor(ctx, user.id), 'see', 'billingEvent'))
    .orderBy(desc(billingEvents.receivedAt), desc(billingEvents.occurredAt), desc(billingEvents.id))
    .limit(ADMIN_HISTORY_MAX);
  return {
    status: statusAt(user, ctx.now()),
    trialEndsAt: isoOrNull(user.trialEndsAt),
    subscriptionEndsAt: isoOrNull(user.subscriptionEndsAt),
    customerId: user.stripeCustomerId,
    refusal: user.emailRefusedAt && {
      at: user.emailRefusedAt.toISOString(),
      answer: user.emailRefusal ?? '',
    },
    invoices: bills.map(toInvoice),
    events: events.map(({ id, type, occurredAt, effect, error }) => ({
      id,
      type,
      occurredAt: occurredAt.toISOString(),
      effect,
      error,
    })),
  };
}

export async function extendUserTrial(
  ctx: UserContext,
  { params, body }: ByAccount & { body: z.output<typeof trialExtension> },
) {
  const user = await findUser(ctx, params.id);
  await extendTrial(ctx, user, { days: body.days, by: ctx.user.username }, (tx) =>
    recordAct(ctx, tx, {
      action: 'trial_extended',
      target: targetOf(user),
      reason: body.reason ?? '',
      details: { about: `${body.days} days` },
    }),
  );
  ctx.events.note(ctx.requester, 'trial_extended', { userId: ctx.user.id, targetId: user.id });
  return getUserBilling(ctx, { params });
}

const subject = z.object({ userId: accountId.optional(), customerId: z.string().optional() }).catch({});

/** Whom a job is about: the username of a person, the name of a team, or the id of an account that is gone or of a customer. */
async function readSubjects(app: AppContext, all: unknown[]): Promise<(data: unknown) => string | null> {
  const ids = all.flatMap((data) => subject.parse(data).userId ?? []);
  const people = await app.db
    .select({ id: persons.id, username: persons.username })
    .from(persons)
    .where(inArray(persons.id, ids));
  const found = await app.db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(inArray(teams.id, ids));
  const names = new Map<string, string>([
    ...people.map(({ id, username }) => [id, username] as const),
    ...found.map(({ id, name }) => [id, `the team ${name}`] as const),
  ]);
  return (data) => {
    const { userId, customerId } = subject.parse(data);
    return userId ? (names.get(userId) ?? userId) : (customerId ?? null);
  };
}

/**
 * Jobs that failed for good after all retries. Their data may be personal, so only their kind, error and whom they are
 * about are returned.
 */
export async function listFailedJobs(ctx: UserContext, { query }: { query: PageQuery }) {
  const limit = rowsWanted(query);
  const jobs = await ctx.queue.listFailed(ctx.db, limit + 1, toMomentPosition(query.cursor));
  const page = toPage(jobs, limit, ({ id, createdAt, failedAt }) =>
    newestFirst({ id, createdAt: failedAt ?? createdAt }),
  );
  const about = await readSubjects(
    ctx,
    page.rows.map(({ data }) => data),
  );
  return {
    ...page,
    rows: page.rows.map(({ id, kind, data, error, tries, createdAt, failedAt }) => ({
      id,
      kind,
      about: about(data),
      error,
      tries,
      createdAt: createdAt.toISOString(),
      failedAt: isoOrNull(failedAt),
    })),
  };
}

export async function retryJob(ctx: UserContext, { params }: ById) {
  await ctx.db.transaction(async (tx) => {
    if (!(await ctx.queue.retry(tx, params.id))) {
      throw new AppError('not_found', 'This job hasn’t failed, or was already retried.');
    }
    await recordAct(ctx, tx, {
      action: 'job_retried',
      target: { id: params.id, name: 'a background job' },
      reason: 'It had been given up.',
    });
  });
  ctx.events.note(ctx.requester, 'job_retried', { userId: ctx.user.id, targetId: params.id });
  return { id: params.id };
}
