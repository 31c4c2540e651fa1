import type { PublicCard } from '#shared/cards/cards.ts';
import { toHref } from '#shared/contract/links.ts';
import { isOwnMedia } from '#shared/contract/media-urls.ts';
import { OpenGraph } from '#site/OpenGraph.tsx';
import { socialLinks } from './contact/social-links.ts';

interface ShareTagsProps {
  card: PublicCard;
  origin: string;
  title: string;
}

const versionOf = (updatedAt: string) => Date.parse(updatedAt).toString(36);

/** The link preview image of a card. The time of the last change in its address makes networks fetch it again. */
export const describePreview = (card: PublicCard, origin: string) => ({
  url: `${origin}/card/${card.id}/preview.png?v=${versionOf(card.updatedAt)}`,
  alt: `The digital business card of ${card.fullName}`,
});

/** The icon of a card on a home screen or among bookmarks, which a phone requests when it is added there. */
const touchIconOf = ({ id, updatedAt }: PublicCard): string =>
  `/card/${id}/icon.png?v=${versionOf(updatedAt)}`;

/** Tags for search engines and link previews: canonical address, Open Graph, Twitter and JSON-LD. */
export function ShareTags({ card, origin, title }: ShareTagsProps) {
  const url = origin + card.mainPath;
  return (
    <>
      <OpenGraph
        type="profile"
        title={title}
        description={composeDescription(card)}
        url={url}
        image={describePreview(card, origin)}
      />
      <link rel="alternate" type="application/json+oembed" href={oembedOf(card, origin)} />
      <link rel="apple-touch-icon" href={touchIconOf(card)} />
      <meta name="apple-mobile-web-app-title" content={card.fullName} />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: toScriptJson lets nothing close the element
        dangerouslySetInnerHTML={{ __html: toScriptJson(describePerson(card, url, origin)) }}
      />
    </>
  );
}

/** Where other sites ask how to show this card (oembed.com, section 4): by its own address, whatever its main link. */
const oembedOf = ({ id }: PublicCard, origin: string): string =>
  `${origin}/api/oembed?${new URLSearchParams({ url: `${origin}/card/${id}` })}`;

const DESCRIPTION_MAX = 160;

function composeDescription(card: PublicCard): string {
  const text = card.tagline ?? card.bio ?? `The digital business card of ${card.fullName}`;
  if (text.length <= DESCRIPTION_MAX) return text;
  const letters = [...text.replace(/\s+/g, ' ')];
  return letters.length > DESCRIPTION_MAX ? `${letters.slice(0, DESCRIPTION_MAX - 1).join('')}…` : text;
}

/** JSON that is safe inside a script element: without any `<`, nothing can close the element (HTML 4.12.1.3). */
export const toScriptJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** A schema.org Person in a ProfilePage; JSON leaves empty fields out. */
function describePerson(card: PublicCard, url: string, origin: string) {
  const sameAs = socialLinks(card).flatMap(({ href }) => (href ? [href] : []));
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateModified: card.updatedAt,
    mainEntity: {
      '@type': 'Person',
      name: card.fullName,
      jobTitle: card.jobTitle ?? undefined,
      worksFor: card.company ? { '@type': 'Organization', name: card.company } : undefined,
      email: card.primaryEmail ?? undefined,
      telephone: card.phonesE164.primaryPhone ?? card.primaryPhone ?? undefined,
      description: card.bio ?? card.tagline ?? undefined,
      image: card.profileImage && isOwnMedia(card.profileImage) ? origin + card.profileImage : undefined,
      url: (card.website && toHref(card.website)) ?? undefined,
      sameAs: sameAs.length > 0 ? sameAs : undefined,
    },
  };
}
