import { formatRole } from '#shared/cards/role.ts';
import { escapeMarkup } from '#shared/formats/markup.ts';
import { linkVia } from './share-links.ts';

/**
 * HTML that an owner puts on another site: links with inline styles, without scripts or anything that runs. No frame
 * either: a page that may be framed can be laid under a button of another site.
 */

interface Embedded {
  id: string;
  fullName: string;
  jobTitle: string | null;
  company: string | null;
}

export const EMBED_GROUNDS = ['light', 'dark'] as const;
export type EmbedGround = (typeof EMBED_GROUNDS)[number];

const COLORS: Record<EmbedGround, { ground: string; ink: string; line: string }> = {
  light: { ground: '#ffffff', ink: '#1a1a1a', line: '#e7e3da' },
  dark: { ground: '#1d1b18', ink: '#f5f5f5', line: '#2e2a26' },
};
const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,sans-serif';

/** The size of a link with its code, in CSS pixels; a narrower place shrinks the words, never the code. */
export const LINK_SNIPPET = { width: 360, height: 130, code: 96 } as const;

/** A link to a card with its QR code; `origin` is where the product is served. Both count as `embed`. */
export function linkSnippet(card: Embedded, origin: string, on: EmbedGround): string {
  const { ground, ink, line } = COLORS[on];
  const role = formatRole(card);
  const { code, width } = LINK_SNIPPET;
  return [
    `<a href="${escapeMarkup(linkVia(origin, card.id, 'embed'))}" style="box-sizing:border-box;display:inline-flex;align-items:center;gap:16px;width:${width}px;max-width:100%;padding:16px;border:1px solid ${line};border-radius:16px;background:${ground};color:${ink};font:16px/1.4 ${FONT};text-align:start;text-decoration:none">`,
    `<img src="${escapeMarkup(`${origin}/api/cards/${card.id}/qr.svg?via=embed`)}" alt="" width="${code}" height="${code}" style="flex:none;border-radius:8px;background:#ffffff">`,
    `<span style="min-width:0;overflow-wrap:anywhere"><strong style="display:block;font-weight:600">${escapeMarkup(card.fullName)}</strong>`,
    role ? `<span style="display:block;font-size:14px">${escapeMarkup(role)}</span>` : '',
    '</span></a>',
  ].join('');
}

/** A button that saves the contact: a plain link to the contact file. */
export function saveSnippet({ id }: { id: string }, origin: string, on: EmbedGround): string {
  // The other way round than the ground, as our own main buttons.
  const { ground, ink } = COLORS[on];
  return `<a href="${escapeMarkup(`${origin}/api/cards/${id}/vcard`)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:${ink};color:${ground};font:500 16px/1.25 ${FONT};text-decoration:none">Save my contact</a>`;
}
