import { and, eq } from 'drizzle-orm';
import { ALREADY_CONFIRMED } from '#server/accounts/account/confirm-address.ts';
import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import { findLink, type MailedLink, TAKING, takeLink } from '#server/accounts/auth/mailed-links.ts';
import { chooseTurn } from '#server/accounts/auth/passwords.ts';
import { hashToken } from '#server/accounts/auth/session-tokens.ts';
import { PURPOSES } from '#server/accounts/links/purposes.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { mailedLinks } from '#server/db/schema/accounts.ts';
import { persons } from '#server/db/schema/users.ts';
import { fieldErrors } from '#server/infra/http/errors.ts';
import { password as passwordField } from '#shared/accounts/account.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import { ratePassword } from '#shared/accounts/password-strength.ts';
import { COMMON_PASSWORD } from '#shared/accounts/password-words.ts';
import { AppError } from '#shared/contract/errors.ts';
import { screens } from '#shared/contract/screens.ts';
import { z } from '#shared/contract/zod.ts';
import type { LinkForm, LinkPageProps } from '#site/links/LinkPage.tsx';

/** The page of a mailed link: shown by a GET, which changes nothing, and acted on by the buttons of its forms. */

export interface LinkPage {
  status: number;
  props: LinkPageProps;
}

export async function showLink(app: AppContext, token: string): Promise<LinkPage> {
  const link = await findLink(app, token);
  return { status: 200, props: await findPurpose(link).show(app, link) };
}

/** Does what a form of the page asks for; shows the page again if the password was not accepted. */
export async function useLink(
  ctx: VisitorContext,
  token: string,
  { action = '', password, anyway }: Record<string, string>,
): Promise<LinkPage> {
  // Without a valid link, nobody can make us hash passwords.
  const link = await findLink(ctx, token);
  const props = await findPurpose(link).show(ctx, link);
  const form = props.forms?.find((one) => one.action === action);
  if (!form)
    throw new AppError('bad_request', 'This didn’t work. Please open the link from the email again.');
  const wrong =
    form.username === undefined ? null : findPasswordProblem(password, form.username, anyway !== undefined);
  if (wrong) {
    const forms = props.forms?.map((one) => (one === form ? { ...one, ...wrong } : one));
    return { status: 422, props: { ...props, forms } };
  }
  const hashed =
    form.username === undefined ? null : await ctx.passwords.hash(password ?? '', chooseTurn(ctx, false));
  const done = await ctx.db.transaction(async (tx) => {
    // The account before its links, as whoever sets a password locks them.
    await tx.select({ id: persons.id }).from(persons).where(eq(persons.id, link.userId)).for('update');
    const taken = await takeLink(ctx, tx, token, [link.purpose]);
    return findPurpose(taken).act({ ...ctx, db: tx }, taken, { action, password: hashed });
  });
  return { status: 200, props: done };
}

/** The problem with a new password; a common one is asked about once. */
function findPasswordProblem(
  password: string | undefined,
  username: string,
  isAnyway: boolean,
): Partial<LinkForm> | null {
  const parsed = z.object({ password: passwordField() }).safeParse({ password });
  if (!parsed.success) return { error: fieldErrors(parsed.error).password };
  if (isAnyway || ratePassword(parsed.data.password, [username]) !== 'common') return null;
  return { error: `${COMMON_PASSWORD} Choose another, or type it again to use it.`, isCommon: true };
}

function findPurpose({ purpose }: MailedLink): LinkPurpose {
  const found = Object.hasOwn(PURPOSES, purpose) ? PURPOSES[purpose] : undefined;
  // A newer release made it.
  if (!found) throw new AppError('not_found', 'This link can’t be used here. Please ask for a new one.');
  return found;
}

/** Links about a password, of which others are sent from the page of a forgotten one. */
const ABOUT_PASSWORD = [...TAKING, 'not_me'];

/** The page for a link that does not work, with the way to another one. */
export async function brokenLink(
  { db }: AppContext,
  token: string,
  { status, message }: AppError,
): Promise<LinkPage> {
  const [link] = await db
    .select({ purpose: mailedLinks.purpose, confirmedAt: persons.emailConfirmedAt })
    .from(mailedLinks)
    .leftJoin(persons, and(eq(persons.id, mailedLinks.userId), eq(persons.email, mailedLinks.mailedTo)))
    .where(eq(mailedLinks.tokenHash, hashToken(token)));
  const isDone = status === 409 && link?.purpose === 'confirm_email' && link.confirmedAt !== null;
  return {
    status,
    props: {
      title: 'This link doesn’t work',
      paragraphs: [isDone ? ALREADY_CONFIRMED : message],
      ...wayOn(link?.purpose),
    },
  };
}

/** Of an unknown kind, it may be about a password. Who reads about a team's invoices may have no account. */
function wayOn(purpose: string | undefined): Pick<LinkPageProps, 'next'> {
  if (purpose === 'invoices') return {};
  if (purpose !== undefined && !ABOUT_PASSWORD.includes(purpose))
    return { next: { label: 'Go to your dashboard', url: screens.dashboard } };
  return { next: { label: 'Ask for a new link', url: accountPages.forgotPassword } };
}
