import { get } from 'node:http';
import { expect, it } from 'vitest';
import type { TEMPLATES } from '#shared/contract/constants.ts';
import { makeCard } from '#test/built-product.ts';
import { startJourney } from '#test/e2e/journey.ts';

/** The bytes of a card's page as the built product sends them, in one document that asks for nothing more. */
const journey = startJourney();

const USUAL = {
  fullName: 'Lena Fischer',
  jobTitle: 'Architect',
  company: 'Fischer & Vandermeer',
  location: 'Malmö, Sweden',
  primaryEmail: 'lena@fv-architects.example',
  primaryPhone: '+46 70 123 45 67',
  website: 'fv-architects.example',
  bio: 'I design timber halls that sound right: concert rooms, libraries, a boathouse or two.',
  social: { linkedin: 'lena', instagram: 'lena', behance: 'lena' },
};
const FULL = {
  ...USUAL,
  tagline: 'Rooms worth listening to',
  secondaryEmail: 'second@example.com',
  workPhone: '+44 20 7946 0020 ext 7',
  portfolio: 'https://lena.example/notes',
  address: '12 St James Square',
  city: 'London',
  zipCode: 'SW1Y 4JH',
  country: 'United Kingdom',
  appointmentBooking: 'https://meet.example/lena',
  videoCallLink: 'https://call.example/lena',
  customWebsites: ['bernoulli.example', 'looms.example'],
  skills: ['Timber construction', 'Daylight', 'Room acoustics'],
  languages: ['French', 'Swedish'],
  certifications: ['Master of the Guild'],
  achievements: ['Kasper Salin Prize', 'Note G'],
  social: { ...USUAL.social, github: 'lena', youtube: 'lena', medium: 'lena', pinterest: 'lena' },
  leadCaptureEnabled: true,
};

const weigh = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      resolve(response.headers['content-encoding'] === 'br' ? bytes : Number.NaN);
    }).on('error', reject);
  });

it.each<[(typeof TEMPLATES)[number], number, number]>([
  ['modern', 9_950, 11_300],
  ['classic', 10_550, 11_900],
  ['minimal', 10_300, 11_700],
])('a usual %s card is at most %i bytes, a full one without photos %i', async (template, usual, full) => {
  const owner = await journey.register('Lena Fischer');
  const weights = [];
  for (const fields of [USUAL, FULL]) {
    const { id } = await makeCard(owner, { ...fields, template });
    weights.push(await weigh(`${journey.url}/card/${id}`));
  }
  expect(weights[0]).toBeLessThanOrEqual(usual);
  expect(weights[1]).toBeLessThanOrEqual(full);
});
