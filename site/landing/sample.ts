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
  name: 'Work',
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
  website: 'marchetti.example',
  profileImage: '/example/portrait.svg',
  primaryColor: '#22332e',
  secondaryColor: '#b9653f',
  accentColor: '#f4e4c8',
};

/** The example card, complete. */
export const EXAMPLE_CARD: PublicCard = {
  ...HERO_CARD,
  tagline: 'Rooms that are kind to light',
  bio: 'I draw houses, libraries and the quiet corners between them. Before a line is drawn I spend a day on the site and watch the sun go around it once.',
  photoGallery: [
    '/example/arches.svg',
    '/example/stairs.svg',
    '/example/courtyard.svg',
    '/example/facade.svg',
  ],
  videoGallery: [EXAMPLE_FILM],
  skills: ['Housing', 'Libraries', 'Timber', 'Daylight'],
  languages: ['English', 'Italian'],
  social: {
    linkedin: 'https://www.linkedin.com/',
    twitter: 'https://x.com/',
    instagram: 'https://www.instagram.com/',
  },
};

/** Three people, three designs: heads only, for the fan of small cards. */
export const DESIGN_CARDS: PublicCard[] = [
  {
    ...EXAMPLE,
    template: 'classic',
    fullName: 'Samuel Okafor',
    jobTitle: 'Attorney at law',
    company: 'Okafor & Lind',
    location: 'Chicago',
    primaryColor: '#8a6d1f',
    secondaryColor: '#1a1a1a',
  },
  { ...HERO_CARD, primaryEmail: null },
  {
    ...EXAMPLE,
    template: 'minimal',
    fullName: 'Ines Roth',
    jobTitle: 'Photographer',
    company: 'Studio Roth',
    location: 'Lisbon',
    primaryColor: '#b4432f',
    secondaryColor: '#1a1a1a',
  },
];

export interface SampleContact {
  fullName: string;
  line: string;
  met: string;
}

export const SAMPLE_CONTACTS: SampleContact[] = [
  { fullName: 'Noah Bennett', line: 'Developer, Harbor Works', met: 'just now' },
  { fullName: 'Priya Raman', line: 'Curator, Field Museum', met: '2 days ago' },
  { fullName: 'Jonas Weber', line: 'Engineer, Weber Timber', met: '5 days ago' },
  { fullName: 'Amara Diallo', line: 'Partner, Diallo Capital', met: 'last week' },
];

/** Recent Activity: city, device, source, time. */
export const SAMPLE_ACTIVITY = [
  ['New York', 'Mobile', 'Direct', '2 minutes ago'],
  ['London', 'Desktop', 'linkedin.com', '18 minutes ago'],
  ['Lisbon', 'Mobile', 'instagram.com', '1 hour ago'],
  ['Toronto', 'Tablet', 'Direct', '3 hours ago'],
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
