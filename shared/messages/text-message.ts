import { PRODUCT } from '#shared/contract/constants.ts';
import { cutText } from '#shared/formats/cut-text.ts';

/** The words of an automatic text message, without anything that a phone would make a link. */

/** Most carriers charge each part, and phones put them together again. */
const TEXT_PARTS_MAX = 4;
export const TEXT_WITH_LINK =
  'Leave out web and email addresses, and put a space after each period. Texts with links look like spam.';
export const TEXT_TOO_LONG =
  'Shorten this or remove emoji. With your name, it takes more than four text messages.';
/**
 * The words beside the box that consents to a text. They are proof later: change `SMS_CONSENT_VERSION` with them, and
 * note the former in docs/text-messages.md.
 */
export const smsConsentWords = (ownerName: string): string =>
  `${ownerName} may text me once, at the number above.`;
const NAME_MAX = 40;
/** Nothing beyond this is read: more than `TEXT_PARTS_MAX` parts hold. */
const READ_MAX = 1_000;
const NAMELESS = 'Someone you met';
/** Everyone who gets a text learns how to get no more (CTIA, Messaging Principles and Best Practices, 5.1.3). */
const WAY_OUT = 'Reply STOP to opt out.';

/** The GSM 7-bit alphabet (3GPP TS 23.038, 6.2.1), whose second table takes two places. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const TWO_PLACES = /[\^{}\\[~\]|€]/g;

/** How many parts a text is sent in. */
function countParts(text: string): number {
  const [one, many, length] = GSM.test(text)
    ? [160, 153, text.length + (text.match(TWO_PLACES)?.length ?? 0)]
    : [70, 67, text.length];
  return length <= one ? 1 : Math.ceil(length / many);
}

const WITH_SCHEME = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S*|\b(?:www|mailto|tel|sms)[.:]\S+/giu;
/** Found in one step; what is removed is a little more, with the longest part that stands before an @ (RFC 5321). */
const AT = /[^\s@]@[^\s@]/u;
const MAIL = /[^\s@]{1,64}@[^\s@]+/gu;
/** Something like example.com, example.com/page or 192.0.2.1; an abbreviation of a title, as in "Dr.med.", is none. */
const HOST =
  /(?:[\p{L}\p{N}_-]{1,63}[.。])+\p{L}[\p{L}\p{N}-]{1,62}(?::\d+)?(?:[/?#]\S*)?|\d{1,3}(?:\.\d{1,3}){3}\S*/gu;
const TITLE = /^(?:\p{Lu}\p{L}{0,4}\.)+\p{L}{2,5}$/u;
const isHost = (text: string) => !TITLE.test(text);

const startOf = (text: string) => cutText(text, READ_MAX);

/**
 * Invisible characters could hide a link from us and not from a phone. Normalizing may make a text 18 times as long, so
 * it is cut before and after.
 */
const toPlainText = (text: string) =>
  startOf(startOf(text).normalize('NFKC'))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ');

/** True if a text contains a web or email address. */
export function hasLink(text: string): boolean {
  const words = toPlainText(text);
  return (
    words.search(WITH_SCHEME) >= 0 ||
    AT.test(words) ||
    (words.match(HOST) ?? []).some((found) => isHost(found))
  );
}

/** On one line, without web and email addresses and without control characters. */
export const withoutLinks = (text: string): string =>
  toPlainText(text)
    .replace(WITH_SCHEME, ' ')
    .replace(MAIL, ' ')
    .replace(HOST, (found) => (isHost(found) ? ' ' : found.replace(/\.(?=\p{L})/gu, '. ')))
    .replace(/\s+/g, ' ')
    .trim();

/** Quotes and dashes of typographers would more than double the number of parts. */
const toPlainMarks = (text: string) =>
  text
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[–—‑]/g, '-')
    .replace(/…/g, '...');

/** At most `max` UTF-16 units, never half of a character. */
const cutTo = (text: string, max: number) =>
  text.length <= max ? text : `${cutText(text, max - 3).trimEnd()}...`;

/** The whole text: who sends it, what the owner says, and how to get no more; in at most `TEXT_PARTS_MAX` parts. */
export function textBodyOf(ownerName: string, message: string): string {
  const name = cutTo(withoutLinks(ownerName), NAME_MAX) || NAMELESS;
  let words = toPlainMarks(withoutLinks(message));
  const compose = () => toPlainMarks(`${name} via ${PRODUCT}: ${words} ${WAY_OUT}`.replace(/\s+/g, ' '));
  while (countParts(compose()) > TEXT_PARTS_MAX) words = cutTo(words, words.length - 20);
  return compose();
}

/** True if a message is sent whole, however long the name before it is. */
export const fitsText = (message: string): boolean =>
  countParts(`${'x'.repeat(NAME_MAX)} via ${PRODUCT}: ${toPlainMarks(toPlainText(message))} ${WAY_OUT}`) <=
  TEXT_PARTS_MAX;
