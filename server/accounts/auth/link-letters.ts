import type { Letter } from '#server/infra/mail/letter.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';

/** The mails that carry a link, by its purpose. */

interface LetterFacts {
  username: string;
  /** That of the link. */
  data: Record<string, string>;
  url: string;
  /** The address of the account now; null if it has none. */
  email: string | null;
  /** Where the mail goes. */
  to: string;
}
type Words = Pick<Letter, 'subject' | 'paragraphs' | 'action'>;

interface LinkLetter {
  validMs: number;
  /** How long someone waits for this mail at a screen; afterwards, it would only surprise. Without it: for days. */
  awaitedMs?: number;
  /** Strangers cannot cause it, so it does not count against what the address may get in an hour. */
  isUnlimited?: true;
  write(facts: LetterFacts): Words;
}

const IGNORE = 'If this wasn’t you, you can ignore this email. Nothing changes until someone uses the link.';

const LETTERS = {
  reset: {
    validMs: HOUR_MS,
    awaitedMs: 2 * HOUR_MS,
    write: ({ username, url }) => ({
      subject: `Set a new ${PRODUCT} password`,
      paragraphs: [
        `Someone asked to set a new password for your account, ${username}. The link works once and expires in one hour.`,
        IGNORE,
      ],
      action: { label: 'Set a new password', url },
    }),
  },
  prove: {
    validMs: HOUR_MS,
    awaitedMs: 2 * HOUR_MS,
    write: ({ username, url, to }) => ({
      subject: `Is this ${PRODUCT} account yours?`,
      paragraphs: [
        `Someone tried to register with ${to}, but an account already uses it: ${username}.`,
        'If the account is yours, set a new password. If it isn’t, remove your email address from it. The link works once and expires in one hour.',
        IGNORE,
      ],
      action: { label: 'Choose what to do', url },
    }),
  },
  confirm_email: {
    validMs: 7 * DAY_MS,
    write: ({ username, url, to }) => ({
      subject: `Confirm your email address for ${PRODUCT}`,
      paragraphs: [
        `Please confirm that ${to} is yours, so you can always get back into your account, ${username}. The link works once and expires in seven days.`,
        'If this isn’t your account, use the link to remove your email address from it.',
      ],
      action: { label: 'Confirm this email address', url },
    }),
  },
  change_email: {
    validMs: DAY_MS,
    write: ({ username, url, to, email }) => ({
      subject: `Confirm your new email address for ${PRODUCT}`,
      paragraphs: [
        `Please confirm that ${to} is yours. It then becomes the email address of your account, ${username}${email ? `, instead of ${email}` : ''}. The link works once and expires in one day.`,
        IGNORE,
      ],
      action: { label: 'Confirm this email address', url },
    }),
  },
  invoices: {
    validMs: 7 * DAY_MS,
    write: ({ data, url, to }) => ({
      subject: `Get the invoices of a team on ${PRODUCT}?`,
      paragraphs: [
        `The owner of the team ${plainName(data.team ?? '')} asked for its receipts, and news of failed payments, to go to ${to}, too. The link works once and expires in seven days.`,
        IGNORE,
      ],
      action: { label: 'Confirm this email address', url },
    }),
  },
  undo_email: {
    validMs: 7 * DAY_MS,
    isUnlimited: true,
    write: ({ username, url, to, email }) => ({
      subject: `Your ${PRODUCT} email address was changed`,
      paragraphs: [
        `The email address of your account, ${username}, was changed from ${to} to ${email ?? 'another one'}.`,
        'If this was you, you’re all set. If not, use the link within seven days to get your email address back, set a new password and sign out every device.',
      ],
      action: { label: 'Get my email address back', url },
    }),
  },
} satisfies Record<string, LinkLetter>;

export type MailedPurpose = keyof typeof LETTERS;
export const LINK_LETTERS: Record<MailedPurpose, LinkLetter> = LETTERS;
