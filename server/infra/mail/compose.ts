import { PRODUCT } from '#shared/constants.ts';
import type { Mail } from './mail.ts';

/** The content of a mail, written once for both its plain text and its HTML. */
export interface Letter {
  to: string;
  subject: string;
  /** Name for the greeting, as its owner writes it. */
  name: string;
  paragraphs: string[];
  /** The mail's one link; `url` is absolute. */
  action?: { label: string; url: string };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
/** A line break in a subject would start another header. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const STYLE = {
  body: 'margin:0;padding:32px 16px;background:#fbfaf7;color:#1a1a1a;font:16px/1.6 Georgia,serif',
  sheet:
    'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e7e3da;border-radius:16px',
  mark: 'margin:0 0 24px;font-size:20px;color:#7a5f12',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#1a1a1a;color:#fbfaf7;text-decoration:none',
};

/** The mail in plain text and in HTML, without images or other external content. */
export function composeMail({ to, subject, name, paragraphs, action }: Letter): Mail {
  const sentences = [`Hello ${oneLine(name)},`, ...paragraphs];
  const text = [...sentences, ...(action ? [`${action.label}: ${action.url}`] : []), `— ${PRODUCT}`];
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.sheet}"><p style="${STYLE.mark}">${PRODUCT}</p>`,
    ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
    action
      ? `<p><a href="${escapeHtml(action.url)}" style="${STYLE.button}">${escapeHtml(action.label)}</a></p>`
      : '',
    '</div></body></html>',
  ];
  return { to, subject: oneLine(subject), text: `${text.join('\n\n')}\n`, html: html.join('') };
}
