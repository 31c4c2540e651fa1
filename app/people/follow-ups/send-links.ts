import { telHref } from '#shared/formats/phone-links.ts';
import type { Person } from '#shared/people/contacts.ts';

/** Links that open another app with a message filled in. Nothing is sent by them. */

/** Windows cuts longer addresses before a mail program sees them. */
const HREF_MAX = 2_000;

/** Half of a surrogate pair, which a person may leave when deleting, cannot be encoded. */
const encodeText = (text: string): string =>
  encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));

interface MailLink {
  href: string;
  /** True if the link holds the whole message; a long one has to be pasted. */
  isWhole: boolean;
}

/** A new mail (RFC 6068): spaces as %20, lines end with CR LF. Without an address the mail program asks for one. */
export function mailTo(email: string | null, subject: string, message: string): MailLink {
  const to = email ? encodeText(email).replaceAll('%40', '@') : '';
  const named = `mailto:${to}?subject=${encodeText(subject)}`;
  const href = `${named}&body=${encodeText(message.replace(/\r?\n/g, '\r\n'))}`;
  if (href.length <= HREF_MAX) return { href, isWhole: true };
  return { href: named.length <= HREF_MAX ? named : `mailto:${to}`, isWhole: false };
}

/** The number to write to, without an extension; null if there is none. */
export function findPhoneNumber({ phone, phoneE164 }: Pick<Person, 'phone' | 'phoneE164'>): string | null {
  const href = phone ? telHref(phone, phoneE164) : null;
  return href?.slice('tel:'.length).split(',')[0] ?? null;
}

/** A new text message. iPhones look for "&body=", Android (RFC 5724) for "?body="; this form works on both. */
export const textTo = (number: string | null, message: string): string =>
  `sms:${number ?? ''}?&body=${encodeText(message)}`;

/** A chat in WhatsApp, which takes the digits of an international number only. */
export const chatWith = (e164: string, message: string): string =>
  `https://wa.me/${e164.replace(/\D/g, '')}?text=${encodeText(message)}`;
