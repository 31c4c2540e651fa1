import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import { findLink, type MailedLink, takeLink } from '#server/accounts/auth/mailed-links.ts';
import { chooseTurn } from '#server/accounts/auth/passwords.ts';
import { PURPOSES } from '#server/accounts/links/purposes.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { fieldErrors } from '#server/infra/http/errors.ts';
import { password as passwordField } from '#shared/accounts/account.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import { ratePassword } from '#shared/accounts/password-strength.ts';
import { COMMON_PASSWORD } from '#shared/accounts/password-words.ts';
import { AppError } from '#shared/contract/errors.ts';
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

/** The page for a link that does not work, with the way to another one. */
export const brokenLink = ({ status, message }: AppError): LinkPage => ({
  status,
  props: {
    title: 'This link doesn’t work',
    paragraphs: [message],
    next: { label: 'Ask for a new link', url: accountPages.forgotPassword },
  },
});
