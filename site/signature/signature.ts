import { escapeMarkup } from '#shared/formats/markup.ts';
import { asFill, asInk, computeContrast, INK, mixColors, WHITE } from '#site/card/colors.ts';
import { detectDirection } from '#site/card/direction.ts';
import type { FaceFields } from '#site/card/face.ts';
import type { SignatureAccent, SignatureChoices, SignaturePicture } from './choices.ts';
import { type SignatureLines, type SignatureLink, signatureLines } from './lines.ts';

/**
 * A card as an email signature, in the HTML that Gmail, Apple Mail and Outlook on Windows (which draws with Word) have
 * in common: tables with fixed widths, a style on each cell, no margins, no scripts. Text without a panel has no color
 * of its own: mail apps give it one that is readable in light and in dark. No color reaches 4.5:1 on white and on
 * near-black; the best reaches 4.1.
 */

/** Gmail refuses longer signatures. In characters of HTML. */
export const SIGNATURE_MAX = 10_000;

/** The side of each picture in CSS pixels; the files have more, see `signature-picture.ts`. */
export const PICTURE_SIDE: Record<Exclude<SignaturePicture, 'none'>, number> = {
  photo: 96,
  logo: 96,
  code: 120,
};

const PICTURE_FILE: Record<Exclude<SignaturePicture, 'none'>, string> = {
  photo: 'photo.jpg',
  logo: 'logo.png',
  code: 'code.png',
};

/** Limits that keep a signature within `SIGNATURE_MAX`: the most characters of a text and of an address, from generous to strict. */
const ROOM = [
  { text: 100, href: 500 },
  { text: 60, href: 240 },
  { text: 40, href: 140 },
  { text: 24, href: 80 },
  { text: 12, href: 0 },
] as const;
type Room = (typeof ROOM)[number];

type SignatureCard = FaceFields & { id: string };

/** `origin` is where the product is served ("https://cards.example"). At most `SIGNATURE_MAX` characters. */
export function signatureHtml(card: SignatureCard, choices: SignatureChoices, origin: string): string {
  const lines = signatureLines(card, choices, origin);
  const look = deriveLook(card, choices);
  for (const room of ROOM) {
    const html = writeHtml(card, lines, look, origin, room);
    if (html.length <= SIGNATURE_MAX) return html;
  }
  throw new Error('A signature does not fit into its limit.');
}

interface Look {
  design: SignatureChoices['design'];
  picture: SignaturePicture;
  /** Of the rule and the button, and of the text on the button. */
  fill: string;
  on: string;
  /** Of the name on a panel. */
  ink: string;
  isRightToLeft: boolean;
}

const GRAY = '#6b6b6b';
/** The ground of most mail apps in the dark. */
const DARK = '#1f1f1f';
/** A rule is visible from here on. */
const VISIBLE = 1.6;

const accentOf = (card: FaceFields, accent: SignatureAccent): string =>
  ({ primary: card.primaryColor, secondary: card.secondaryColor, gray: GRAY })[accent];

/** The color, moved towards gray until it is visible on white and in the dark. */
function visibleAnywhere(color: string): string {
  for (let share = 0; share < 1; share += 1 / 16) {
    const moved = mixColors(color, GRAY, share);
    if (computeContrast(moved, WHITE) >= VISIBLE && computeContrast(moved, DARK) >= VISIBLE) return moved;
  }
  return GRAY;
}

function deriveLook(card: FaceFields, { design, picture, accent }: SignatureChoices): Look {
  const color = accentOf(card, accent);
  return {
    design,
    picture,
    ...asFill(visibleAnywhere(color)),
    ink: asInk(color, INK, [WHITE]),
    isRightToLeft: detectDirection(card) === 'rtl',
  };
}

const TABLE = 'border="0" cellpadding="0" cellspacing="0" role="presentation"';
const RESET = 'mso-table-lspace:0pt;mso-table-rspace:0pt';
const FONT = 'font-family:Arial,Helvetica,sans-serif;mso-line-height-rule:exactly';

function writeHtml(
  card: SignatureCard,
  lines: SignatureLines,
  look: Look,
  origin: string,
  room: Room,
): string {
  const isPanel = look.design === 'panel';
  const picture = pictureCell(card, lines, look, origin, room);
  const words = wordsCell(lines, look, room);
  const cells = isPanel ? [words, picture] : [picture, words];
  const panel = isPanel ? ` bgcolor="${WHITE}"` : '';
  const style = isPanel ? `border-collapse:separate;background-color:${WHITE}` : 'border-collapse:collapse';
  const dir = look.isRightToLeft ? ' dir="rtl"' : '';
  return `<table ${TABLE}${dir}${panel} style="${style};${RESET}"><tr>${cells.join('')}</tr></table>`;
}

/** The sides on which a line of text begins and ends. */
const sidesOf = ({ isRightToLeft }: Look) =>
  isRightToLeft ? { first: 'right', last: 'left' } : { first: 'left', last: 'right' };

function pictureCell(
  { id, fullName }: SignatureCard,
  { link }: SignatureLines,
  look: Look,
  origin: string,
  room: Room,
): string {
  const { design, picture } = look;
  if (picture === 'none') return '';
  const side = design === 'compact' && picture !== 'code' ? 64 : PICTURE_SIDE[picture];
  const round = picture === 'photo' ? `;border-radius:${side / 2}px` : '';
  const alt = picture === 'code' ? 'QR code of my card' : shortenText(fullName, room.text);
  const image = `<img src="${escapeMarkup(`${origin}/card/${id}/signature/${PICTURE_FILE[picture]}`)}" width="${side}" height="${side}" alt="${escapeMarkup(alt)}" border="0" style="display:block;width:${side}px;height:${side}px;border:0${round}">`;
  const linked = link ? `<a href="${escapeMarkup(link)}" style="text-decoration:none">${image}</a>` : image;
  const isPanel = design === 'panel';
  const space = isPanel ? 'padding:12px 16px' : `padding:0;padding-${sidesOf(look).last}:16px`;
  return `<td width="${side}" valign="${isPanel ? 'middle' : 'top'}" style="width:${side}px;${space};line-height:0">${linked}</td>`;
}

const WORDS_WIDTH: Record<Look['design'], number> = { classic: 330, compact: 380, panel: 300 };

function wordsCell(lines: SignatureLines, look: Look, room: Room): string {
  const width = WORDS_WIDTH[look.design];
  const isPanel = look.design === 'panel';
  const { name, roles, tagline, pronouns, contacts, place, social, link } = lines;
  const say = (text: string) => escapeMarkup(shortenText(text, room.text));
  const linked = (list: SignatureLink[]) => list.map((one) => writeLink(one, isPanel, room));
  const between = look.design === 'compact' ? ' &nbsp;·&nbsp; ' : '<br>';
  const first = pronouns
    ? `${say(name)} <span style="font-size:13px;font-weight:normal">(${say(pronouns)})</span>`
    : say(name);
  const rows = [
    writeRow(first, `font-size:18px;line-height:24px;font-weight:bold${isPanel ? `;color:${look.ink}` : ''}`),
    writeRow(roles.map(say).join(between), styleBody(isPanel)),
    writeRow(tagline && `“${say(tagline)}”`, `${styleBody(isPanel)};font-style:italic`),
    writeRow(linked(contacts).join(between), `${styleBody(isPanel)};padding-top:8px`),
    writeRow(say(place.join(', ')), `${styleBody(isPanel)};padding-top:4px`),
    writeRow(linked(social).join(' &nbsp;·&nbsp; '), `${styleBody(isPanel)};padding-top:4px`),
    link && `<tr><td style="padding:10px 0 0">${writeButton(link, look)}</td></tr>`,
  ];
  const { first: start } = sidesOf(look);
  const space = {
    classic: `padding:0;padding-${start}:16px;border-${start}:2px solid ${look.fill}`,
    compact: 'padding:0',
    panel: `padding:12px 16px;border-${start}:6px solid ${look.fill}`,
  }[look.design];
  return `<td width="${width}" valign="top" style="width:${width}px;${space}"><table ${TABLE} width="100%" style="width:100%;border-collapse:collapse;${RESET}">${rows.join('')}</table></td>`;
}

const styleBody = (isPanel: boolean) => `font-size:14px;line-height:20px${isPanel ? `;color:${INK}` : ''}`;

const writeRow = (html: string, style: string): string =>
  html &&
  `<tr><td style="padding:0;${FONT};word-break:break-word;overflow-wrap:anywhere;${style}">${html}</td></tr>`;

/** A text that leads somewhere; an address that is too long for a signature is left out, its text stays. */
function writeLink({ text, href, isLatin }: SignatureLink, isPanel: boolean, room: Room): string {
  const words = escapeMarkup(shortenText(text, room.text));
  const shown = isLatin ? `<span dir="ltr">${words}</span>` : words;
  if (!href || href.length > room.href) return shown;
  const color = isPanel ? INK : 'inherit';
  return `<a href="${escapeMarkup(href)}" style="color:${color};text-decoration:none">${shown}</a>`;
}

/** Outlook on Windows paints cells, not links. */
const writeButton = (link: string, { fill, on }: Look): string =>
  `<table ${TABLE} style="border-collapse:separate;${RESET}"><tr><td bgcolor="${fill}" style="padding:6px 14px;${FONT};font-size:13px;line-height:18px;border-radius:6px;background-color:${fill}"><a href="${escapeMarkup(link)}" style="color:${on};font-weight:bold;text-decoration:none">View my card</a></td></tr></table>`;

/** At most `max` characters of one line; a cut text ends in an ellipsis. */
function shortenText(text: string, max: number): string {
  const letters = [...text.replace(/\s+/g, ' ')];
  if (letters.length <= max) return letters.join('');
  // Joiners and marks belong to a letter that was cut off.
  const kept = letters
    .slice(0, max - 1)
    .join('')
    .replace(/[\u200D\uFE0F\s]+$/u, '');
  return `${kept}…`;
}
