import { addressLines, type ContactLine, websiteLines } from '#site/card/contact/contact-lines.ts';
import { socialLinks } from '#site/card/contact/social-links.ts';
import type { FaceFields, Shows } from '#site/card/face.ts';

/**
 * How much a card says, which decides how it is laid out: a sparse one stands like an object, a typical one has two
 * panes that end together, and beside a full one its front stays in sight.
 */
export type Amount = 'sparse' | 'typical' | 'full';

/** Letters on a line of a story. */
const LINE = 60;
/** A title with its space, in lines. */
const TITLE = 2;
const PICTURES = 9;
const SPARSE_ROWS = 3;
const SPARSE_STORY = TITLE + 3;
const FULL_STORY = 22;

const countLines = (text: string | null) =>
  (text ?? '').split('\n').reduce((lines, line) => lines + Math.ceil(line.length / LINE), 0);

/** The height of the owner's own story, in lines of text. */
export function measureStory(card: FaceFields, shows: Shows): number {
  const words = [card.skills, card.languages, card.certifications, card.achievements];
  const media = [card.photoGallery, card.videoGallery, card.portfolioImages, card.testimonialVideos];
  const heights = [
    countLines(card.bio),
    ...words.map((items) => countLines(items.join(', '))),
    ...media.map((items) => (items.some(shows) ? PICTURES : 0)),
  ];
  return heights.reduce((sum, lines) => sum + (lines > 0 ? TITLE + lines : 0), 0);
}

export function measureAmount(
  card: FaceFields,
  shows: Shows,
  { hasForm, lines }: { hasForm: boolean; lines: readonly ContactLine[] },
): Amount {
  const story = measureStory(card, shows);
  if (hasForm || story > FULL_STORY) return 'full';
  const blocks = [addressLines(card), websiteLines(card)].filter(({ length }) => length > 0).length;
  const rows = lines.length + blocks * 2;
  const isSparse = rows <= SPARSE_ROWS && story <= SPARSE_STORY - (socialLinks(card).length > 0 ? TITLE : 0);
  return isSparse ? 'sparse' : 'typical';
}
