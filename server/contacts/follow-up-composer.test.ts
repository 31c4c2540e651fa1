import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeFollowUps, type FollowUpFacts } from '#server/contacts/follow-up-composer.ts';
import type { SuggestionFact } from '#shared/follow-ups.ts';

const BOOKING = 'https://calendar.example/lukasz';
const everything: FollowUpFacts = {
  contactId: 'contact-1',
  fullName: 'Ada Lovelace',
  jobTitle: 'Chief Analyst',
  company: 'Engines, Inc.',
  hasEmail: true,
  hasPhone: true,
  note: 'Would love to talk about pricing',
  connectedAt: new Date('2026-05-13T10:00:00Z'),
  owner: { fullName: 'Łukasz Nowak', jobTitle: 'Architect', company: 'Acme' },
  card: { name: 'Work', url: 'https://cards.example/card/abcdefghij', bookingUrl: BOOKING },
  now: new Date('2026-05-14T10:00:00Z'),
};
const nothing: FollowUpFacts = {
  ...everything,
  fullName: 'Ada',
  jobTitle: null,
  company: null,
  hasEmail: false,
  hasPhone: false,
  note: null,
  owner: { fullName: 'Bo', jobTitle: null, company: null },
  card: null,
};

const compose = (changes: Partial<FollowUpFacts> = {}) => composeFollowUps({ ...everything, ...changes });
const textOf = (facts: FollowUpFacts) =>
  composeFollowUps(facts)
    .map(({ subject = '', message }) => `${subject}\n${message}`)
    .join('\n');
const inWords = ({ label, value }: SuggestionFact) => `${label}: ${value}`;

describe('Follow-up suggestions', () => {
  it('are two letters with a subject and a short message without one', () => {
    const kinds = compose().map(({ type, tone, subject }) => [type, tone, subject !== undefined]);
    expect(kinds).toEqual([
      ['email', 'professional', true],
      ['email', 'friendly', true],
      ['message', 'casual', false],
    ]);
  });

  it('read like a letter a professional sends', () => {
    const [letter] = compose();
    expect(letter?.subject).toBe('Acme and Engines, Inc.: good to connect');
    const [greeting, opening, call, card, signature] = letter?.message.split('\n\n') ?? [];
    expect(greeting).toBe('Dear Ada,');
    expect(opening).toMatch(
      /on May 13\. I would like to hear more about your work as Chief Analyst at Engines, Inc\. One thing/,
    );
    expect(opening).toMatch(/One thing I wanted to come back to: “Would love to talk about pricing\.”$/);
    expect(call).toContain(BOOKING);
    expect(card).toMatch(/my card: https:\/\/cards\.example\/card\/abcdefghij$/);
    expect(signature).toBe('Kind regards,\nŁukasz Nowak\nArchitect, Acme');
  });

  it('stay good sentences when hardly anything is known', () => {
    for (const { message, subject = '' } of composeFollowUps(nothing)) {
      expect(`${subject} ${message}`).not.toMatch(/ (as|at|from) ?[.,]|: ?$|“”|,,/m);
    }
    expect(composeFollowUps(nothing)[0]?.message).toContain('I would like to hear more about your work.');
    expect(textOf({ ...nothing, fullName: '🎉' })).toContain('Hello,\n');
  });

  it('call someone with a title by title and family name in a letter, by given name among friends', () => {
    const [formal, friendly] = compose({ fullName: 'Dr. Grace Hopper' });
    expect(formal?.message).toMatch(/^Dear Dr\. Hopper,/);
    expect(friendly?.message).toMatch(/^Hi Grace,/);
  });

  it.each([
    ['Dr. med. Hans Müller', 'Dear Dr. Müller,', 'Hi Hans,'],
    ['Smith, John', 'Dear John,', 'Hi John,'],
    ['山田 太郎', 'Dear 山田さん,', 'Hi 山田さん,'],
    ['李明', 'Dear 李明,', 'Hi 李明,'],
    ['김 민준', 'Dear 김민준님,', 'Hi 김민준님,'],
    ['Nagy István', 'Dear István,', 'Hi István,'],
    ['Gabriel García Márquez', 'Dear Gabriel,', 'Hi Gabriel,'],
  ])('greet %s as is the custom', (fullName, formal, friendly) => {
    const [letter, note] = compose({ fullName });
    expect(letter?.message.split('\n')[0]).toBe(formal);
    expect(note?.message.split('\n')[0]).toBe(friendly);
  });

  it('use the name parts that were given, for the contact and for the owner', () => {
    const owner = { ...everything.owner, fullName: 'Puskás Ferenc', nameOrder: 'familyFirst' } as const;
    const [, note] = compose({ fullName: 'Weird Al Yankovic', givenName: 'Weird Al', owner });
    expect(note?.subject).toBe('Great connecting with you, Weird Al');
    expect(note?.message).toMatch(/Best,\nFerenc$/);
  });

  it('do not explain a company to its own people', () => {
    const text = textOf({ ...everything, company: 'ACME' });
    expect(text).toContain('know more people at Acme.');
    expect(text).not.toMatch(/from Acme|Acme and ACME/);
  });

  it('name the month instead of the day once the year has passed', () => {
    const text = textOf({ ...everything, now: new Date('2027-01-05T00:00:00Z') });
    expect(text).toContain('in May 2026');
    expect(text).not.toContain('May 13');
  });

  it('mention a long note without repeating it', () => {
    const note = 'We should talk about the budget. '.repeat(10);
    expect(textOf({ ...everything, note })).not.toContain('budget');
    expect(compose({ note })[0]?.facts).toContainEqual({ label: 'Note', value: note.trim() });
  });

  it('say which facts each was made from, and no others', () => {
    const [letter, , text] = compose().map(({ facts: used }) => used.map(inWords));
    expect(letter?.toSorted()).toEqual([
      'Company: Engines, Inc.',
      'Connected: May 13, 2026',
      'Name: Ada Lovelace',
      'Note: Would love to talk about pricing',
      'Role: Chief Analyst',
      'You: Łukasz Nowak, Architect, Acme',
      'Your booking link: https://calendar.example/lukasz',
      'Your card: Work',
    ]);
    expect(text).toEqual(['Name: Ada Lovelace', 'You: Łukasz Nowak, Acme', 'Your card: Work']);
  });

  it('are the same for the same contact and not the same for all', () => {
    expect(compose()).toEqual(compose());
    const openings = Array.from({ length: 20 }, (_, i) => compose({ contactId: `contact-${i}` })[0]?.message);
    expect(new Set(openings).size).toBeGreaterThan(3);
  });

  it('keep short what goes to a phone', () => {
    const [, , text] = compose();
    expect(text?.message.length).toBeLessThan(160);
  });
});

const words = fc
  .string({ unit: fc.constantFrom(..."aéŁ漢字 .,'&-\n!?".split('')), maxLength: 40 })
  .map((text) => text.trim() || 'x');
const maybe = fc.option(words);
const anyFacts: fc.Arbitrary<FollowUpFacts> = fc.record({
  contactId: fc.string(),
  fullName: words,
  jobTitle: maybe,
  company: maybe,
  hasEmail: fc.boolean(),
  hasPhone: fc.boolean(),
  note: fc.option(fc.oneof(words, fc.constant('long '.repeat(60)))),
  connectedAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  owner: fc.record({ fullName: words, jobTitle: maybe, company: maybe }),
  card: fc.option(
    fc.record({
      name: words,
      url: fc.constant('https://cards.example/card/abcdefghij'),
      bookingUrl: fc.option(fc.constant(BOOKING)),
    }),
  ),
  now: fc.constant(new Date('2026-05-14T10:00:00Z')),
});

describe('Whatever is known of a contact', () => {
  it('no suggestion holds a gap, a placeholder or a stutter', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        for (const { message, subject = 'A subject', facts: used } of composeFollowUps(facts)) {
          for (const text of [message, subject, ...used.map(inWords)]) {
            expect(text).not.toMatch(/undefined|null|NaN|Invalid|\[object|[{}[\]<>_]/);
            expect(text).not.toMatch(/ {2}| \n|\n |\n{3}|^\s|\s$/);
          }
          expect(subject).not.toContain('\n');
          expect(new Set(used.map(inWords)).size).toBe(used.length);
        }
      }),
    );
  });

  it('a suggestion holds the role and the company exactly when it lists them', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const marked = { ...facts, jobTitle: facts.jobTitle && 'ROLE!', company: facts.company && 'FIRM!' };
        for (const { message, subject = '', facts: used } of composeFollowUps(marked)) {
          const text = `${subject} ${message}`;
          expect(text.includes('ROLE!')).toBe(used.map(inWords).includes('Role: ROLE!'));
          expect(text.includes('FIRM!')).toBe(used.map(inWords).includes('Company: FIRM!'));
        }
      }),
    );
  });
});
