import { isJoined } from '#site/card/direction.ts';
import type { FaceFields, HeadProps } from '#site/card/face.ts';
import { buildSrcSet, FULL_SIZES, PORTRAIT_SIZES } from '#site/card/src-set.ts';

/** The parts that the heads of all three designs are made of. */

/** The first letters of the first and the last word. */
export function abbreviateName(fullName: string): string {
  const words = fullName.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase();
}

/** The photo, or a monogram if there is none. */
export function Portrait({ card, shows }: Pick<HeadProps, 'card' | 'shows'>) {
  if (!shows(card.profileImage)) {
    return (
      <span className="portrait monogram" aria-hidden="true">
        {abbreviateName(card.fullName)}
      </span>
    );
  }
  return (
    <img
      className="portrait"
      src={card.profileImage}
      {...buildSrcSet(card.profileImage, PORTRAIT_SIZES)}
      alt={card.fullName}
      width="240"
      height="240"
    />
  );
}

export function Cover({ card, shows, across = FULL_SIZES }: Pick<HeadProps, 'card' | 'shows' | 'across'>) {
  if (!shows(card.coverImage)) return null;
  return <img className="cover" src={card.coverImage} {...buildSrcSet(card.coverImage, across)} alt="" />;
}

export function CompanyLogo({ card, shows }: Pick<HeadProps, 'card' | 'shows'>) {
  if (!shows(card.companyLogo)) return null;
  return <img className="logo" src={card.companyLogo} alt={card.company ?? 'Company logo'} />;
}

const SHORT_NAME = 12;
const LONG_NAME = 18;
const VERY_LONG_NAME = 34;
const LONG_WORD = 9;
const VERY_LONG_WORD = 14;

const lengthOf = (text: string) => [...text].length;

/** Long names are set smaller so that they do not become a paragraph, and names with long words so that none breaks. */
export function nameClass(fullName: string): string {
  const length = lengthOf(fullName);
  const longestWord = Math.max(...fullName.split(/[\s-]+/).map(lengthOf));
  const kinds = [
    'name',
    length > VERY_LONG_NAME ? 'very-long' : length > LONG_NAME ? 'long' : length <= SHORT_NAME && 'short',
    longestWord > VERY_LONG_WORD ? 'very-wide' : longestWord > LONG_WORD && 'wide',
    isJoined(fullName) && 'joined',
  ];
  return kinds.filter(Boolean).join(' ');
}

/** The name, which is the page's title. */
export function Name({ card, isPreview }: Pick<HeadProps, 'card' | 'isPreview'>) {
  const Heading = isPreview ? 'p' : 'h1';
  return (
    <Heading className={nameClass(card.fullName)} dir="auto">
      {card.fullName}
    </Heading>
  );
}

export function Tagline({ card }: { card: FaceFields }) {
  return card.tagline ? (
    <p className="tagline" dir="auto">
      “{card.tagline}”
    </p>
  ) : null;
}

/** Pronouns, job title, and the company with its department. */
export function Role({ card }: { card: FaceFields }) {
  const company = [card.company, card.department].filter(Boolean).join(', ');
  if (!card.pronouns && !card.jobTitle && !company) return null;
  return (
    <p className="role">
      {card.pronouns && (
        <span className="pronouns" dir="auto">
          {card.pronouns}
        </span>
      )}{' '}
      {card.jobTitle && (
        <span className="job" dir="auto">
          {card.jobTitle}
        </span>
      )}{' '}
      {company && (
        <span className={isJoined(company) ? 'company joined' : 'company'} dir="auto">
          {company}
        </span>
      )}
    </p>
  );
}

export function CardLocation({ card }: { card: FaceFields }) {
  return card.location ? (
    <p className="place">
      <span dir="auto">{card.location}</span>
    </p>
  ) : null;
}
