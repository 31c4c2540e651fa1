import type { PublicCard } from '#shared/cards/cards.ts';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';

/**
 * The fictional person on the landing page: addresses under reserved names (RFC 2606), a phone number reserved for
 * fiction, the networks' own home pages, and images drawn for us.
 */

/** Light moving around a wall of arches, seven seconds, drawn for us. */
export const EXAMPLE_FILM = '/example/light.mp4';

const EXAMPLE: PublicCard = {
  ...EMPTY_CARD,
  id: 'example',
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
};

/** The card at the top of the page: who she is and how to reach her. */
export const HERO_CARD: PublicCard = {
  ...EXAMPLE,
  fullName: 'Elena Marchetti',
  jobTitle: 'Architect, founder',
  company: 'Marchetti & Vale',
  location: 'New York',
  primaryEmail: 'elena@marchetti.example',
  primaryPhone: '+1 212 555 0142',
  primaryColor: '#22332e',
  secondaryColor: '#b9653f',
  accentColor: '#f4e4c8',
};

/** The example card, complete. */
export const EXAMPLE_CARD: PublicCard = {
  ...HERO_CARD,
  website: 'marchetti.example',
  coverImage: '/example/hall.svg',
  photoGallery: [
    '/example/arches.svg',
    '/example/stairs.svg',
    '/example/courtyard.svg',
    '/example/facade.svg',
  ],
  videoGallery: [EXAMPLE_FILM],
  social: {
    linkedin: 'https://www.linkedin.com/',
    twitter: 'https://x.com/',
    instagram: 'https://www.instagram.com/',
  },
};

/** Another person's card in another design. */
export const CLASSIC_CARD: PublicCard = {
  ...EXAMPLE,
  template: 'classic',
  fullName: 'Samuel Okafor',
  jobTitle: 'Attorney at law, Chicago',
  primaryColor: '#8a6d1f',
  secondaryColor: '#1a1a1a',
};

/** Her other cards. */
export const TEACHING_CARD: PublicCard = {
  ...HERO_CARD,
  jobTitle: 'Lecturer',
  company: 'Cooper School',
  primaryColor: '#9c4f2e',
  secondaryColor: '#22332e',
};

export const PRIVATE_CARD: PublicCard = {
  ...HERO_CARD,
  jobTitle: null,
  company: null,
  primaryColor: '#3b4a63',
  secondaryColor: '#d4af37',
};

/** Her profiles, as rows of a list. */
export const HANDLES = [
  ['linkedin', 'in/elenamarchetti'],
  ['instagram', '@marchettivale'],
  ['behance', 'elenamarchetti'],
  ['youtube', '@marchettivale'],
  ['whatsapp', '+1 212 555 0142'],
] as const;

export const NEWEST_CONTACT = {
  fullName: 'Noah Bennett',
  line: 'Developer at Harbor Works',
  met: 'just now',
};

export const SAMPLE_CONTACTS = [
  NEWEST_CONTACT,
  { fullName: 'Priya Raman', line: 'Curator at Field Museum', met: '2 days ago' },
  { fullName: 'Jonas Weber', line: 'Engineer at Weber Timber', met: '5 days ago' },
] as const;

/** Recent Activity: city, device, source, time. */
export const SAMPLE_ACTIVITY = [
  ['New York', 'Mobile', 'Direct', '2 min ago'],
  ['London', 'Desktop', 'linkedin.com', '18 min ago'],
  ['Lisbon', 'Mobile', 'instagram.com', '1 h ago'],
  ['Toronto', 'Tablet', 'Direct', '3 h ago'],
  ['Berlin', 'Desktop', 'google.com', 'yesterday'],
] as const;

/** Views of the last fourteen days. */
export const SAMPLE_VIEWS = [31, 38, 29, 44, 52, 47, 36, 58, 63, 55, 71, 82, 76, 94];

export const SAMPLE_COUNTS = {
  cards: 3,
  activeCards: 3,
  contacts: 128,
  views: 1285,
  visitors: 942,
} as const;
