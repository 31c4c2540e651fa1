import { describe, expect, it } from 'vitest';
import { publicCard } from '#shared/cards/cards.ts';
import { emptyForm, fillForm, withoutOldLists, withoutOldParts } from './card-form.ts';
import { cardForm } from './card-schema.ts';
import { toPreviewCard, toSmallPreview } from './preview/preview.ts';

const filled = {
  ...emptyForm({ fullName: 'Ada Lovelace' }),
  name: 'Work',
  skills: ' Mathematics, , Engines ,',
  achievements: 'First program',
  customWebsites: 'acme.com\n\n https://www.ada.dev/ \n',
  photoGallery: ['a', 'b', 'c', 'd', 'e'].map((name) => `/media/${name}.jpg`),
};
filled.social.linkedin = 'ada';
filled.social.github = 'ada';

describe('the form of a card', () => {
  it('is complete with a card name and a full name, in the colors the editor starts from', () => {
    const parsed = cardForm.parse({ ...emptyForm({ fullName: 'Ada Lovelace' }), name: 'Work' });
    expect(parsed).toMatchObject({
      name: 'Work',
      fullName: 'Ada Lovelace',
      template: 'modern',
      primaryColor: '#6366F1',
      secondaryColor: '#8B5CF6',
      leadCaptureEnabled: false,
      walletEnabled: true,
      isActive: true,
      isFeatured: false,
      jobTitle: null,
      skills: [],
    });
  });

  it('names the two fields it cannot do without', () => {
    const { error } = cardForm.safeParse(emptyForm({}));
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['name', 'Card name is required'],
      ['fullName', 'Full name is required'],
    ]);
  });

  it('reads lists between commas and addresses line by line, without scheme', () => {
    const parsed = cardForm.parse(filled);
    expect(parsed.skills).toEqual(['Mathematics', 'Engines']);
    expect(parsed.achievements).toEqual(['First program']);
    expect(parsed.customWebsites).toEqual(['acme.com', 'www.ada.dev']);
    expect(parsed.social).toEqual({ linkedin: 'ada', github: 'ada' });
  });

  it('leaves out the options of a question that is no choice any more', () => {
    const options = Array.from({ length: 11 }, (_, nth) => `Option ${nth}`);
    const question = { id: 'q1', label: 'Where?', kind: 'text', options, isRequired: false };
    const parsed = cardForm.parse({ ...filled, leadQuestions: JSON.stringify([question]) });
    expect(parsed.leadQuestions).toMatchObject([{ label: 'Where?', options: [] }]);
  });

  it('is the same after a card was made of it and read back', () => {
    const form = { ...filled, skills: 'Mathematics, Engines', customWebsites: 'acme.com\nwww.ada.dev' };
    expect(fillForm({ ...publicCard.parse(toPreviewCard(form)), name: form.name })).toEqual(form);
  });
});

it('leaves out lists that nobody touched: an item may hold what separates the others', () => {
  const body = cardForm.parse({ ...emptyForm({ fullName: 'Ada' }), name: 'Work', skills: 'Law, Smith, Jr.' });
  expect(withoutOldLists(body, { bio: true })).not.toHaveProperty('skills');
  expect(withoutOldLists(body, { bio: true })).toHaveProperty('bio');
  expect(withoutOldLists(body, { skills: true })).toMatchObject({ skills: ['Law', 'Smith', 'Jr.'] });
});

describe('the parts of a name', () => {
  const body = cardForm.parse({ ...emptyForm({ fullName: 'Ada Lovelace' }), name: 'Work', givenName: 'Ada' });

  it('are sent when the name is as it was', () => {
    expect(withoutOldParts(body, { bio: true })).toEqual(body);
  });

  it('are left to the server when the name was changed, but for those touched', () => {
    const sent = withoutOldParts(body, { fullName: true, givenName: true });
    expect(sent).toMatchObject({ fullName: 'Ada Lovelace', givenName: 'Ada', jobTitle: null });
    expect(
      Object.keys(body)
        .filter((name) => !(name in sent))
        .sort(),
    ).toEqual([
      'additionalName',
      'familyName',
      'nameOrder',
      'namePrefix',
      'nameSuffix',
      'phoneticFamilyName',
      'phoneticGivenName',
    ]);
  });
});

describe('the small preview', () => {
  it('shows at most four gallery photos', () => {
    expect(toSmallPreview(toPreviewCard(filled)).photoGallery).toHaveLength(4);
  });

  it('draws a card while a color is half typed and no name is known', () => {
    const card = toPreviewCard({ ...emptyForm({ fullName: ' ' }), primaryColor: '#12' });
    expect(card.fullName).toBe('Your name');
    expect(card.primaryColor).toBe('#D4AF37');
  });
});
