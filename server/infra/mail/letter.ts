import { z } from '#shared/contract/zod.ts';

/** The content of a mail, and its finished forms. */

/** The content of a mail, written once for both its plain text and its HTML. */
export interface Letter {
  to: string;
  subject: string;
  /** Name for the greeting, as its owner writes it; it is shortened, and links are removed from it. */
  name: string;
  /** The preview that a mailbox shows beside the subject. Without it, the first paragraph. Not part of the text. */
  preheader?: string;
  paragraphs: string[];
  /** Sums and dates, as rows with a label. */
  facts?: Fact[];
  /** The mail's button; `url` is absolute. */
  action?: { label: string; url: string };
  /** A small last sentence, such as why the mail was sent. */
  footnote?: string;
  /** A small last link, to get no more such mails. */
  stop?: { label: string; url: string };
}

export interface Fact {
  label: string;
  value: string;
  /** Where the label leads, absolute. */
  url?: string;
}

/** A letter as both bodies show it. */
export interface LetterDraft extends Omit<Letter, 'to' | 'name'> {
  greeting: string;
  preheader: string;
}

/** A mail as it is sent. */
export const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Who gets the answer, if not we. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  attachments: z.array(z.object({ fileName: z.string(), type: z.string(), content: z.string() })).optional(),
  /** Where a POST ends mails of this kind without signing in (RFC 8058). */
  unsubscribeUrl: z.string().optional(),
});
export type Mail = z.output<typeof mail>;
