import { and, asc, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { linkTicket, waitingValue } from '#server/accounts/auth/oidc/flow.ts';
import { linkTo } from '#server/accounts/auth/oidc/linked-identities.ts';
import { SignInRefused } from '#server/accounts/auth/oidc/problem.ts';
import { readValue, signValue } from '#server/accounts/auth/oidc/signed-value.ts';
import { countSignInMethods, lockAccount } from '#server/accounts/auth/sign-in-methods.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { linkedIdentities } from '#server/db/schema/accounts.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import type { linkedSignInCalls, newLink, SignInProvider } from '#shared/accounts/linked-sign-ins.ts';
import { sentenceOfProblem } from '#shared/accounts/sign-in-problems.ts';
import type { Returned } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** The calls of the settings about sign-ins with other providers. */

type LinkedSignIns = Returned<typeof linkedSignInCalls.listIdentities>;

export async function listProviders({ oidc }: AppContext): Promise<SignInProvider[]> {
  return oidc.list.map(({ name, label }) => ({ name, label }));
}

export async function listIdentities(ctx: UserContext): Promise<LinkedSignIns> {
  const rows = await ctx.db
    .select()
    .from(linkedIdentities)
    .where(whereCan(ctx, 'see', 'linkedIdentity'))
    .orderBy(asc(linkedIdentities.createdAt), asc(linkedIdentities.id));
  const waiting = readWaiting(ctx);
  const isLinked = rows.some(
    ({ issuer, subject }) => issuer === waiting?.issuer && subject === waiting.subject,
  );
  return {
    providers: await listProviders(ctx),
    identities: rows.map(({ id, provider, email, createdAt, lastUsedAt }) => ({
      id,
      provider,
      label: labelOf(ctx, provider),
      email,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    waiting:
      waiting && !isLinked
        ? { provider: waiting.provider, label: labelOf(ctx, waiting.provider), email: waiting.email }
        : null,
  };
}

/** A provider that is no longer configured is called by its name. */
const labelOf = ({ oidc }: AppContext, name: string) => oidc.find(name)?.label ?? name;

const readWaiting = (ctx: UserContext) => readValue(ctx, waitingValue, ctx.cookies.get('waiting'));

/** The address that starts the visit to the provider; a ticket in it says that the user has proved who they are. */
export async function startLink(
  ctx: UserContext,
  { body }: { body: z.output<typeof newLink> },
): Promise<{ url: string }> {
  const provider = ctx.oidc.find(body.provider);
  if (!provider) throw new AppError('not_found', 'This sign-in provider isn’t available here.');
  await requireIdentity(ctx, { password: body.currentPassword, field: 'currentPassword' });
  const ticket = signValue(ctx, linkTicket, { provider: provider.name, userId: ctx.user.id });
  const query = new URLSearchParams({ ticket, ...(body.next ? { next: body.next } : {}) });
  return { url: `/auth/oidc/${provider.name}?${query}` };
}

/** Links the person who came from a provider in this browser with the address of this or another account. */
export async function acceptWaiting(
  ctx: UserContext,
  { body }: { body: { currentPassword?: string | undefined } },
): Promise<LinkedSignIns> {
  const waiting = readWaiting(ctx);
  if (!waiting) {
    throw new AppError('conflict', 'That sign-in expired. Link it in your settings.');
  }
  await requireIdentity(ctx, { password: body.currentPassword, field: 'currentPassword' });
  const label = labelOf(ctx, waiting.provider);
  await linkTo(ctx, waiting, label).catch((error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error;
    throw new AppError('conflict', sentenceOfProblem(error.problem, label) ?? error.message);
  });
  ctx.cookies.set('waiting', null);
  return listIdentities(ctx);
}

/** Removes a linked sign-in, and tells the owner; the last way into an account stays. */
export async function removeIdentity(ctx: UserContext, { params }: ById): Promise<LinkedSignIns> {
  await requireIdentity(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountOf(ctx.user).id);
    const [removed] = await tx
      .delete(linkedIdentities)
      .where(and(eq(linkedIdentities.id, params.id), whereCan(ctx, 'delete', 'linkedIdentity')))
      .returning();
    if (!removed) throw notFound('linkedIdentity');
    if ((await countSignInMethods(ctx, tx, accountOf(ctx.user).id)) === 0) {
      throw new AppError(
        'conflict',
        'This is the only way into your account. Set a password or add a passkey first.',
      );
    }
    await noticeOwner(ctx, tx, accountOf(ctx.user), 'identity_unlinked', {
      name: labelOf(ctx, removed.provider),
    });
  });
  ctx.events.note(ctx.requester, 'identity_unlinked', { userId: ctx.user.id });
  return listIdentities(ctx);
}
