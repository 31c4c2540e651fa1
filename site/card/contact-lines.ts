import { linkLabel, SOCIAL_LABELS, type SocialNetwork, socialHref, toHref } from '#shared/links.ts';
import type { FaceFields } from './face.ts';
import type { GLYPHS } from './icons.ts';

/** What can be tapped on a card to reach its owner, in the order of the specification. */

export interface ContactLine {
  label: string;
  value: string;
  href: string;
  glyph: keyof typeof GLYPHS;
  /** Where a link leads whose words do not say so; paper shows it. */
  address?: string;
}

const mail = (label: string, value: string | null): ContactLine[] =>
  value
    ? [
        {
          label,
          value,
          href: `mailto:${encodeURI(value).replace(/[?&#]/g, encodeURIComponent)}`,
          glyph: 'mail',
        },
      ]
    : [];

/** RFC 3966: visual separators go; an extension is dialled after a pause, as phones understand it. */
const telephone = (label: string, value: string | null): ContactLine[] => {
  if (!value) return [];
  const [number = '', extension] = value
    .split(/(?:ext\.?|x|#)/i)
    .map((part) => part.replace(/[^+\d*,;]/g, ''));
  return [{ label, value, href: `tel:${number}${extension ? `,${extension}` : ''}`, glyph: 'phone' }];
};

const link = (label: string, value: string | null, glyph: keyof typeof GLYPHS): ContactLine[] => {
  const href = value && toHref(value);
  return href ? [{ label, value: linkLabel(href), href, glyph }] : [];
};

/** A link whose words say what it does. */
const appointment = (
  label: string,
  value: string,
  typed: string | null,
  glyph: keyof typeof GLYPHS,
): ContactLine[] => {
  const href = typed && toHref(typed);
  return href ? [{ label, value, href, glyph, address: linkLabel(href) }] : [];
};

/** Emails, phones, website and portfolio, then the two appointments. */
export function contactLines(card: FaceFields): ContactLine[] {
  return [
    ...mail('Email', card.primaryEmail),
    ...mail('Second email', card.secondaryEmail),
    ...mail('Work email', card.workEmail),
    ...telephone('Phone', card.primaryPhone),
    ...telephone('Second phone', card.secondaryPhone),
    ...telephone('Work phone', card.workPhone),
    ...link('Website', card.website, 'globe'),
    ...link('Portfolio', card.portfolio, 'portfolio'),
    ...appointment('Calendar', 'Book a meeting', card.appointmentBooking, 'calendar'),
    ...appointment('Video', 'Video call', card.videoCallLink, 'video'),
  ];
}

/** The owner's further websites, entered without a scheme. */
export const websiteLines = (card: FaceFields): ContactLine[] =>
  [...new Set(card.customWebsites)].flatMap((website) => link('Website', website, 'globe'));

export interface SocialLink {
  network: SocialNetwork;
  name: string;
  /** Null where a handle has no public address; then `value` is shown instead. */
  href: string | null;
  value: string;
}

/** The networks that have a value, in the order they are offered; `only` limits them. */
export function socialLinks(card: FaceFields, only?: readonly SocialNetwork[]): SocialLink[] {
  return (Object.keys(SOCIAL_LABELS) as SocialNetwork[]).flatMap((network) => {
    const value = card.social[network];
    if (!value || (only && !only.includes(network))) return [];
    return [{ network, name: SOCIAL_LABELS[network], href: socialHref(network, value), value }];
  });
}

/** Street, then city, state and zip on one line, then country; empty lines left out. */
export function addressLines(card: FaceFields): string[] {
  const place = [card.city, card.state, card.zipCode].filter(Boolean).join(', ');
  return [card.address, place, card.country].filter((line): line is string => Boolean(line));
}
