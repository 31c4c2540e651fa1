import { expect, it } from 'vitest';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';
import { contactLines } from '#site/card/contact/contact-lines.ts';
import { type Amount, measureAmount } from './amount.ts';

const REACH = { primaryEmail: 'lena@example.com', primaryPhone: '+46 70 123 45 67' };
const BIO = 'I design timber halls that sound right. If a room asks to be listened to, write to me.';
const PHOTO = '/media/one.jpg';

it.each<[string, Amount, object, boolean?]>([
  ['a name alone', 'sparse', {}],
  ['an email and a phone number', 'sparse', REACH],
  ['two lines about oneself', 'sparse', { ...REACH, bio: BIO }],
  ['an address beside them', 'typical', { ...REACH, address: '12 St James Square', city: 'London' }],
  [
    'networks and two paragraphs',
    'typical',
    { ...REACH, bio: `${BIO}\n\n${BIO}`, social: { github: 'lena' } },
  ],
  ['skills and a photo', 'typical', { ...REACH, skills: ['Daylight'], photoGallery: [PHOTO] }],
  ['a photo that is not shown', 'sparse', { ...REACH, photoGallery: ['https://far.example/one.jpg'] }],
  ['photos of two kinds and a story', 'full', { bio: BIO, photoGallery: [PHOTO], portfolioImages: [PHOTO] }],
  ['a long story', 'full', { bio: BIO.repeat(20) }],
  ['a form', 'full', REACH, true],
])('a card with %s is %s', (_content, amount, fields, hasForm = false) => {
  const card = { ...EMPTY_CARD, phonesE164: {}, ...fields };
  const shows = (src: string | null): src is string => Boolean(src?.startsWith('/'));
  expect(measureAmount(card, shows, { hasForm, lines: contactLines(card) })).toBe(amount);
});
