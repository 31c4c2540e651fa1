import { expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { makeCard } from '#test/built-product.ts';
import { startJourney } from '#test/e2e/journey.ts';
import { weigh } from '#test/e2e/weigh.ts';

/** The bytes of a card's page as the built product sends them, in one document: styles and code for paper follow. */
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

it.each(TEMPLATES)('a usual %s card is soon at most 8,800 bytes, a full one 10,400', async (template) => {
  const owner = await journey.register('Lena Fischer');
  const usual = await makeCard(owner, { ...USUAL, template });
  const full = await makeCard(owner, { ...FULL, template });
  // The first request gets the page as it was rendered; then it is compressed as far as possible.
  await expect.poll(() => weigh(`${journey.url}/card/${usual.id}`)).toBeLessThanOrEqual(8_800);
  await expect.poll(() => weigh(`${journey.url}/card/${full.id}`)).toBeLessThanOrEqual(10_400);
});
