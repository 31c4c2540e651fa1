import { TEXT_MAX } from '#shared/contract/constants.ts';
import { email } from '#shared/contract/fields.ts';
import { toHref } from '#shared/contract/links.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import type { PaperCard } from '#shared/people/paper-cards.ts';
import type { PaperCardAnswer } from './question.ts';

/** The content of an answer, as a form takes it. The model may repeat whatever it was shown, or make it up. */

const mail = email();
const isMail = (value: string) => mail.safeParse(value).success;
/** An address that a contact may have; no other scheme, no credentials. */
const isLink = (value: string) => value.length <= TEXT_MAX.url && !/\s/.test(value) && toHref(value) !== null;
const DIGITS_MIN = 3;
const isNumber = (value: string) =>
  value.length <= TEXT_MAX.phone && value.replace(/\P{Nd}/gu, '').length >= DIGITS_MIN;

/** Parts a list in two: what is wanted, each once, and the rest. */
function takePart<Value>(
  values: readonly Value[],
  textOf: (value: Value) => string,
  isWanted: (text: string) => boolean,
): { kept: Value[]; odd: string[] } {
  const seen = new Set<string>();
  const kept: Value[] = [];
  const odd: string[] = [];
  for (const value of values) {
    const text = textOf(value);
    if (!text || seen.has(text)) continue;
    seen.add(text);
    if (isWanted(text)) kept.push(value);
    else odd.push(text);
  }
  return { kept, odd };
}

/** Addresses, links and numbers that no contact could have become notes: plain text that leads nowhere. */
export function toPaperCard(answer: PaperCardAnswer): PaperCard {
  const same = (text: string) => text;
  const emails = takePart(
    answer.emails.map((one) => one.replace(/^mailto:\s*/i, '')),
    same,
    isMail,
  );
  const phones = takePart(answer.phones, ({ value }) => value, isNumber);
  const websites = takePart(answer.websites, same, isLink);
  const odd = [...emails.odd, ...phones.odd, ...websites.odd].map((text) => cutText(text, TEXT_MAX.line));
  return {
    ...answer,
    emails: emails.kept,
    phones: phones.kept,
    websites: websites.kept,
    notes: [...new Set([...odd, ...answer.notes])],
  };
}
