import type { DemoPortrait } from '#server/operations/demo/portraits.ts';
import type { Scene } from '#server/operations/demo/scenes.ts';
import type { newCard } from '#shared/cards/cards.ts';
import type { z } from '#shared/contract/zod.ts';

/** The demo's users: three people and an administrator. Their addresses and numbers are reserved for fiction. */

type CardFields = Omit<z.input<typeof newCard>, 'profileImage' | 'photoGallery' | 'portfolioImages'>;

export interface DemoPerson {
  username: string;
  fullName: string;
  portrait: DemoPortrait;
  subscriptionStatus: 'trial' | 'active';
  /** How many of the 200 contacts are theirs. */
  contacts: number;
  cards: (CardFields & { photos: Scene[]; works: Scene[]; viewsADay: number })[];
}

export const PASSWORD = 'goldleaf-demo';
export const ADMINISTRATOR = { username: 'admin', fullName: 'Grace Weller' };

const amara: DemoPerson = {
  username: 'amara',
  fullName: 'Amara Okafor',
  portrait: 'amara',
  subscriptionStatus: 'active',
  contacts: 110,
  cards: [
    {
      name: 'Studio',
      fullName: 'Amara Okafor',
      pronouns: 'she/her',
      jobTitle: 'Founding architect',
      company: 'Okafor Studio',
      industry: 'Architecture',
      tagline: 'Houses that keep their cool without a machine.',
      bio: 'I design homes and small public buildings for hot cities: shade first, then air, then walls. Twelve years in Lagos and Lisbon, two books, one very patient dog.',
      template: 'modern',
      primaryEmail: 'amara@okafor.example',
      primaryPhone: '+1 202 555 0142',
      website: 'https://okafor.example',
      location: 'Lisbon, Portugal',
      address: 'Rua do Exemplo 14',
      city: 'Lisbon',
      country: 'Portugal',
      skills: ['Passive cooling', 'Timber', 'Public space'],
      languages: ['English', 'Portuguese', 'Yoruba'],
      achievements: ['Tropical House Prize 2024'],
      primaryColor: '#7A4A1E',
      secondaryColor: '#B87C34',
      social: { linkedin: 'amara-okafor-demo', instagram: 'okafor.studio.demo' },
      appointmentBooking: 'https://okafor.example/meet',
      isFeatured: true,
      photos: ['facade', 'stairs'],
      works: ['arches', 'courtyard'],
      viewsADay: 21,
    },
    {
      name: 'Speaking',
      fullName: 'Amara Okafor',
      jobTitle: 'Speaker and author',
      company: 'Shade, a book',
      tagline: 'Talks about heat, shade and the cities between.',
      template: 'minimal',
      primaryEmail: 'talks@okafor.example',
      website: 'https://shade.example',
      location: 'Lisbon, Portugal',
      primaryColor: '#B4561F',
      secondaryColor: '#3A2A22',
      photos: [],
      works: [],
      viewsADay: 5,
    },
  ],
};

const jonas: DemoPerson = {
  username: 'jonas',
  fullName: 'Jonas Lindqvist',
  portrait: 'jonas',
  subscriptionStatus: 'active',
  contacts: 60,
  cards: [
    {
      name: 'Workshop',
      fullName: 'Jonas Lindqvist',
      jobTitle: 'Violin maker',
      company: 'Lindqvist & Daughter',
      industry: 'Instruments',
      tagline: 'New violins, old manners.',
      bio: 'Third of four generations at the same bench in Gothenburg. I make six instruments a year and look after two hundred others.',
      template: 'classic',
      primaryEmail: 'jonas@lindqvist.example',
      primaryPhone: '+1 202 555 0167',
      website: 'https://lindqvist.example',
      location: 'Gothenburg, Sweden',
      city: 'Gothenburg',
      country: 'Sweden',
      skills: ['Making', 'Restoration', 'Appraisal'],
      certifications: ['Master of the Guild, 2009'],
      primaryColor: '#5D2A10',
      secondaryColor: '#A8742F',
      social: { instagram: 'lindqvist.violins.demo', youtube: 'lindqvistdemo' },
      leadCaptureEnabled: true,
      leadCaptureFields: ['name', 'email', 'message'],
      photos: ['bench'],
      works: ['wood'],
      viewsADay: 11,
    },
  ],
};

const mei: DemoPerson = {
  username: 'mei',
  fullName: 'Mei Tanaka',
  portrait: 'mei',
  subscriptionStatus: 'trial',
  contacts: 30,
  cards: [
    {
      name: 'Photography',
      fullName: 'Mei Tanaka',
      jobTitle: 'Landscape photographer',
      company: 'Independent',
      tagline: 'Early light, long exposures, no filters.',
      bio: 'I walk before sunrise and sell the results. Prints, books and assignments in Japan and the Alps.',
      template: 'minimal',
      primaryEmail: 'mei@tanaka.example',
      primaryPhone: '+1 202 555 0119',
      website: 'https://tanaka.example',
      location: 'Nagano, Japan',
      country: 'Japan',
      skills: ['Large format', 'Printing'],
      primaryColor: '#2F5068',
      secondaryColor: '#C06C55',
      backgroundVideo: 'preset:aurora',
      social: { instagram: 'meitanaka.demo', behance: 'meitanakademo' },
      photos: ['mountains', 'sea'],
      works: ['dunes', 'night'],
      viewsADay: 7,
    },
  ],
};

export const PEOPLE = [amara, jonas, mei];
