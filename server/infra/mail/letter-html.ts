import { PRODUCT } from '#shared/contract/constants.ts';
import { escapeMarkup } from '#shared/formats/markup.ts';
import type { Fact, LetterDraft } from './letter.ts';

/**
 * The HTML body of a mail. Styles are in attributes, since some mail programs drop style sheets; the one sheet holds
 * what only a media query can say: the dark colors. Text goes through `escapeMarkup`, so the only comment is ours.
 */

/** Where `addSeller` puts the name and address of the seller. */
export const SELLER_PLACE = '<!--seller-->';

const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const STYLE = {
  page: `margin:0;padding:32px 16px;background:#fbfaf7;color:#1a1a1a;font:16px/1.6 ${SANS};overflow-wrap:break-word;-webkit-text-size-adjust:100%`,
  hidden: 'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#fbfaf7',
  sheet:
    'max-width:520px;margin:0 auto;padding:32px 28px;background:#ffffff;border:1px solid #e7e3da;border-radius:16px',
  mark: 'margin:0 0 24px;font:22px/1.2 Georgia,serif;color:#7a5f12',
  facts: 'width:100%;margin:24px 0;border-collapse:collapse;border-bottom:1px solid #e7e3da',
  label:
    'width:36%;padding:10px 16px 10px 0;border-top:1px solid #e7e3da;font-weight:400;text-align:left;vertical-align:top;color:#57534e',
  value:
    'padding:10px 0;border-top:1px solid #e7e3da;text-align:right;vertical-align:top;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;word-break:break-word',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#1a1a1a;color:#fbfaf7;font-weight:500;text-decoration:none',
  note: 'margin:24px 0 0;font-size:14px;line-height:1.5;color:#57534e',
  quiet: 'color:#57534e',
  foot: 'max-width:520px;margin:16px auto 0;padding:0 28px;font-size:13px;line-height:1.5;color:#57534e',
};

const DARK = [
  '.page{background:#141311!important;color:#f5f5f5!important}',
  '.sheet{background:#1d1b18!important;border-color:#2e2a26!important}',
  '.mark{color:#d4af37!important}',
  '.label,.note,.quiet,.foot{color:#a8a29e!important}',
  '.facts,.label,.value{border-color:#2e2a26!important}',
  '.button{background:#f5f5f5!important;color:#1a1a1a!important}',
];
const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${DARK.join('')}}`;

const writeStyle = (name: keyof typeof STYLE) => `class="${name}" style="${STYLE[name]}"`;

/** A small paragraph below the letter. */
export const footLine = (lines: string[]): string => lines.map(escapeMarkup).join('<br>');

export function renderLetter({
  subject,
  preheader,
  greeting,
  paragraphs,
  facts = [],
  action,
  footnote,
  stop,
}: LetterDraft): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeMarkup(subject)}</title><style>${SHEET}</style></head>`,
    `<body ${writeStyle('page')}><div ${writeStyle('hidden')} aria-hidden="true">${escapeMarkup(preheader)}</div>`,
    `<div ${writeStyle('sheet')}><p ${writeStyle('mark')}>${PRODUCT}</p>`,
    ...[greeting, ...paragraphs].map((sentence) => `<p>${escapeMarkup(sentence)}</p>`),
    facts.length ? `<table ${writeStyle('facts')}>${facts.map(rowOf).join('')}</table>` : '',
    action
      ? `<p style="margin:24px 0 0"><a href="${escapeMarkup(action.url)}" ${writeStyle('button')}>${escapeMarkup(action.label)}</a></p>`
      : '',
    footnote ? `<p ${writeStyle('note')}>${escapeMarkup(footnote)}</p>` : '',
    stop
      ? `<p ${writeStyle('note')}><a href="${escapeMarkup(stop.url)}" ${writeStyle('quiet')}>${escapeMarkup(stop.label)}</a></p>`
      : '',
    `</div><div ${writeStyle('foot')}><p>— ${PRODUCT}</p>${SELLER_PLACE}</div></body></html>`,
  ].join('');
}

const rowOf = ({ label, value, url }: Fact) =>
  `<tr><th scope="row" ${writeStyle('label')}>${url ? `<a href="${escapeMarkup(url)}" ${writeStyle('quiet')}>${escapeMarkup(label)}</a>` : escapeMarkup(label)}</th><td ${writeStyle('value')}>${escapeMarkup(value)}</td></tr>`;
