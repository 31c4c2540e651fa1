import { PRODUCT } from '#shared/contract/constants.ts';
import type { Fact, Letter, LetterDraft, Mail } from './letter.ts';
import { renderLetter } from './letter-html.ts';
import { plainName } from './plain-name.ts';

/** A line break in a subject would start another header. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The mail in plain text and in HTML, which say the same, without images or other external content. The name and address
 * of the seller are added when it is sent: `addSeller`.
 */
export function composeMail({ to, name, ...letter }: Letter): Mail {
  const plain = plainName(name);
  const draft: LetterDraft = {
    ...letter,
    subject: oneLine(letter.subject),
    greeting: plain ? `Hello ${plain},` : 'Hello,',
    preheader: oneLine(letter.preheader ?? letter.paragraphs[0] ?? letter.subject),
  };
  return { to, subject: draft.subject, text: renderText(draft), html: renderLetter(draft) };
}

const lineOf = ({ label, value, url }: Fact): string => `${label}: ${value}${url ? `\n  ${url}` : ''}`;

function renderText({ greeting, paragraphs, facts = [], action, footnote, stop }: LetterDraft): string {
  const parts = [
    greeting,
    ...paragraphs,
    ...(facts.length ? [facts.map(lineOf).join('\n')] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(footnote ? [footnote] : []),
    ...(stop ? [`${stop.label}: ${stop.url}`] : []),
    `— ${PRODUCT}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
