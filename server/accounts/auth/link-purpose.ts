import type { MailedLink } from '#server/accounts/auth/mailed-links.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** The choice made on the page of a mailed link. */
export interface LinkChoice {
  /** The `action` of the form that was sent. */
  action: string;
  /** The hash of the new password; null if this form asks for none. */
  password: string | null;
}

/** The purpose of a kind of mailed link. All kinds are listed in `server/accounts/links/purposes.ts`. */
export interface LinkPurpose {
  /**
   * The content of its page before anything has happened; opening it changes nothing, since mail scanners open links. Throws
   * an AppError if the link has lost its meaning.
   */
  show(app: AppContext, link: MailedLink): Promise<LinkPageProps>;
  /**
   * Does what was chosen, inside the transaction that used the link up (`ctx.db`), and returns what the page says then.
   * If it throws, the link stays unused.
   */
  act(ctx: VisitorContext, link: MailedLink, choice: LinkChoice): Promise<LinkPageProps>;
}
