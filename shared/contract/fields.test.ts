import { describe, expect, it } from 'vitest';
import { registration, signIn } from '#shared/accounts/auth.ts';
import { cardChanges, newCard } from '#shared/cards/cards.ts';
import { exchange } from '#shared/people/contacts.ts';
import { cleanText } from './fields.ts';
import type { z } from './zod.ts';

/** Field to message, as shown in forms and replies. */
function messagesOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).reverse(),
  );
}

describe('The messages of the specification', () => {
  it('do not call a name missing that is too long', () => {
    const sent = { cardId: 'abc', email: 'ada@example.com' };
    const tooLong = { fullName: 'String must contain at most 200 character(s)' };
    expect(messagesOf(exchange, { ...sent, fullName: 'x'.repeat(201) })).toEqual(tooLong);
    expect(messagesOf(exchange, { ...sent, fullName: null })).toEqual({ fullName: 'Name is required' });
    expect(messagesOf(exchange, sent)).toEqual({ fullName: 'Name is required' });
  });

  it('refuse addresses of pictures with characters that the database does not take', () => {
    const image = 'https://example.com/a\u0000b.jpg';
    const refusal = 'Upload a file, or paste a web address that starts with https://';
    const sent = { name: 'Work', fullName: 'Ada', profileImage: image, photoGallery: [image] };
    expect(messagesOf(newCard, sent)).toEqual({ profileImage: refusal, 'photoGallery.0': refusal });
  });

  it('appear under the fields of registration and sign-in', () => {
    const required = { username: 'Required', email: 'Required', password: 'Required', fullName: 'Required' };
    expect(messagesOf(registration, {})).toEqual(required);
    expect(
      messagesOf(registration, { username: 'ab', email: 'x', password: '12345', fullName: 'A' }),
    ).toEqual({
      username: 'String must contain at least 3 character(s)',
      email: 'Invalid email',
      password: 'String must contain at least 6 character(s)',
      fullName: 'String must contain at least 2 character(s)',
    });
    expect(messagesOf(signIn, { email: 'ab', password: '12345' })).toEqual({
      email: 'String must contain at least 3 character(s)',
      password: 'String must contain at least 6 character(s)',
    });
    expect(messagesOf(signIn, { email: 1, password: null })).toEqual({
      email: 'Expected string, received number',
      password: 'Expected string, received null',
    });
  });

  it('appear under the fields of contact exchange', () => {
    const wanted = { fullName: 'Name is required', email: 'Valid email is required' };
    expect(messagesOf(exchange, { cardId: 'x' })).toEqual(wanted);
    expect(messagesOf(exchange, { cardId: 'x', fullName: ' ', email: 'no' })).toEqual(wanted);
  });
});

describe('Text', () => {
  it.each([
    ['  a \r\n b\rc  ', 'a \n b\nc'],
    ['a\u0000\u0007b', 'ab'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['a\uD800b\uDC00', 'ab'],
    ['👩‍🚀 e\u0301', '👩‍🚀 e\u0301'],
    ['tab\tstays', 'tab\tstays'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanText(typed)).toBe(kept);
  });
});

describe('The fields of a card', () => {
  const parsed = (fields: object) => cardChanges.parse(fields);

  it('are left alone when left out, and emptied by null or nothing', () => {
    expect(parsed({})).toEqual({});
    expect(
      parsed({ bio: null, tagline: ' ', website: '', skills: null, social: null, profileImage: '' }),
    ).toEqual({
      bio: null,
      tagline: null,
      website: null,
      skills: [],
      social: {},
      profileImage: null,
    });
  });

  it('hold nothing that the server owns, and nothing unknown', () => {
    const owned = {
      id: 'x',
      userId: 'x',
      qrCode: 'x',
      viewCount: 9,
      uniqueViewCount: 9,
      createdAt: 'x',
      updatedAt: 'x',
      deletedAt: null,
    };
    expect(newCard.parse({ name: 'Work', fullName: 'Ada', ...owned, nonsense: 1 })).toEqual({
      name: 'Work',
      fullName: 'Ada',
    });
  });

  it('trim lists, drop what is empty, and end at their limits', () => {
    expect(parsed({ skills: [' a ', '', 'b'], customWebsites: ['https://acme.com/', 'b.org', ''] })).toEqual({
      skills: ['a', 'b'],
      customWebsites: ['acme.com', 'b.org'],
    });
    expect(messagesOf(cardChanges, { skills: Array(51).fill('x') })).toEqual({
      skills: 'Array must contain at most 50 element(s)',
    });
    expect(messagesOf(cardChanges, { photoGallery: Array(25).fill('/media/a.jpg') })).toHaveProperty(
      'photoGallery',
    );
    expect(parsed({ leadCaptureFields: ['message', 'name', 'name'] })).toEqual({
      leadCaptureFields: ['name', 'message'],
    });
  });

  it.each([
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ portfolio: 'data:text/html,x' }, 'portfolio'],
    [{ appointmentBooking: 'ftp://a.com' }, 'appointmentBooking'],
    [{ videoCallLink: 'zoommtg://x' }, 'videoCallLink'],
    [{ customWebsites: ['javascript:alert(1)'] }, 'customWebsites.0'],
    [{ social: { github: 'javascript:alert(1)' } }, 'social.github'],
    [{ photoGallery: ['javascript:alert(1)'] }, 'photoGallery.0'],
    [{ backgroundVideo: 'preset:<b>' }, 'backgroundVideo'],
    [{ profileImage: 'preset:aurora' }, 'profileImage'],
    [{ primaryColor: '#fff' }, 'primaryColor'],
    [{ accentColor: 'url(x)' }, 'accentColor'],
    [{ template: 'fancy' }, 'template'],
    [{ primaryEmail: 'no' }, 'primaryEmail'],
    [{ isActive: 'yes' }, 'isActive'],
    [{ leadCaptureFields: ['password'] }, 'leadCaptureFields.0'],
    [{ name: '' }, 'name'],
    [{ fullName: 'x'.repeat(201) }, 'fullName'],
    [{ bio: 'x'.repeat(5_001) }, 'bio'],
  ])('refuse %j', (fields, place) => {
    expect(Object.keys(messagesOf(cardChanges, fields))).toEqual([place]);
  });
});
