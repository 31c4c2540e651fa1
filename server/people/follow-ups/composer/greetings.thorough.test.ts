import { describe, expect, it } from 'vitest';
import { type ComposerWish, composeFollowUps } from '#server/people/follow-ups/composer/compose.ts';
import type { FollowUpFacts } from '#server/people/follow-ups/composer/pieces.ts';
import { FOLLOW_UP_TONES } from '#shared/people/follow-ups.ts';
import { everything } from '#test/known-contact.ts';

const compose = (changes: Partial<FollowUpFacts> = {}, wish: ComposerWish = {}) =>
  composeFollowUps({ ...everything, ...changes }, wish);
const firstLines = (changes: Partial<FollowUpFacts>, wish: ComposerWish = {}) =>
  compose(changes, wish).map(({ message }) => message.split('\n')[0]);
const textOf = (changes: Partial<FollowUpFacts>) =>
  compose(changes)
    .map(({ message }) => message)
    .join('\n');

describe('A greeting', () => {
  it.each([
    ['Maria Schmidt', 'en', 'Dear Maria Schmidt,', 'Hi Maria,'],
    ['Maria Schmidt', 'de', 'Guten Tag Maria Schmidt,', 'Hallo Maria,'],
    ['Maria Schmidt', 'fr', 'Bonjour Maria Schmidt,', 'Bonjour Maria,'],
    ['Maria Schmidt', 'es', 'Buenos días, Maria Schmidt:', 'Hola, Maria:'],
    ['Maria Schmidt', 'it', 'Gentile Maria Schmidt,', 'Buongiorno Maria,'],
    ['Maria Schmidt', 'pt', 'Olá, Maria Schmidt,', 'Olá, Maria,'],
    ['Dr. Grace Hopper', 'en', 'Dear Dr. Hopper,', 'Hi Grace,'],
    ['Dr. med. Hans Müller', 'de', 'Guten Tag Dr. Hans Müller,', 'Hallo Hans,'],
    ['Frau Dr. Eva Klein', 'de', 'Sehr geehrte Frau Dr. Klein,', 'Hallo Eva,'],
    ['Herr Jan Klein', 'de', 'Sehr geehrter Herr Klein,', 'Hallo Jan,'],
    ['Mr. John Smith', 'de', 'Sehr geehrter Herr Smith,', 'Hallo John,'],
    ['Frau Eva Klein', 'en', 'Dear Ms. Klein,', 'Hi Eva,'],
    ['Mrs. Ann Lee', 'en', 'Dear Mrs. Lee,', 'Hi Ann,'],
    ['Mx. Sam Field', 'en', 'Dear Mx. Field,', 'Hi Sam,'],
    ['Mx. Sam Field', 'de', 'Guten Tag Sam Field,', 'Hallo Sam,'],
    ['Sir Tim Jones', 'en', 'Dear Tim Jones,', 'Hi Tim,'],
    ['Mme Marie Dupont', 'fr', 'Bonjour Madame Dupont,', 'Bonjour Marie,'],
    ['Dr. Marie Dupont', 'fr', 'Bonjour Dr Dupont,', 'Bonjour Marie,'],
    ['Dra. Ana García', 'es', 'Estimada Dra. García:', 'Hola, Ana:'],
    ['Mr. John Smith', 'es', 'Estimado Sr. Smith:', 'Hola, John:'],
    ['Dott.ssa Anna Rossi', 'it', 'Gentile Dott.ssa Rossi,', 'Buongiorno Anna,'],
    ['Ms. Anna Rossi', 'it', 'Gentile Sig.ra Rossi,', 'Buongiorno Anna,'],
    ['Dra. Ana Souza', 'pt', 'Prezada Dra. Souza,', 'Olá, Ana,'],
    ['Smith, John', 'de', 'Guten Tag John Smith,', 'Hallo John,'],
    ['Nagy István', 'de', 'Guten Tag Nagy István,', 'Hallo István,'],
    ['山田 太郎', 'de', 'Guten Tag 山田さん,', 'Hallo 山田さん,'],
    ['李明', 'fr', 'Bonjour 李明,', 'Bonjour 李明,'],
    ['김 민준', 'en', 'Dear 김민준님,', 'Hi 김민준님,'],
    ['J. K. Rowling', 'es', 'Buenos días, J. K. Rowling:', 'Hola, J. K. Rowling:'],
    ['Cher', 'it', 'Gentile Cher,', 'Buongiorno Cher,'],
    ['Gabriel García Márquez', 'es', 'Buenos días, Gabriel García Márquez:', 'Hola, Gabriel:'],
    ['🎉', 'de', 'Guten Tag,', 'Hallo,'],
    ['🎉', 'es', 'Buenos días:', 'Hola:'],
  ] as const)('to %s in %s', (fullName, language, formal, informal) => {
    expect(firstLines({ fullName }, { language }).slice(0, 2)).toEqual([formal, informal]);
  });

  it('uses the parts that were entered, of the contact and of the owner', () => {
    const owner = { ...everything.owner, fullName: 'Puskás Ferenc', nameOrder: 'familyFirst' } as const;
    const [, note] = compose({ fullName: 'Weird Al Yankovic', givenName: 'Weird Al', owner });
    expect(note?.message).toMatch(/^Hi Weird Al,[\s\S]*\nFerenc$/);
  });
});

describe('The day and the place of meeting', () => {
  const [may1, may8, october] = ['2026-05-01', '2026-05-08', '2025-10-13'].map(
    (day) => new Date(`${day}T12:00:00Z`),
  );
  it.each([
    ['en', ' on May 1', ' on May 8', ' in October 2025', ' at Expo in Paris', ' in Paris'],
    ['de', ' am 1. Mai', ' am 8. Mai', ' im Oktober 2025', ' auf der Expo in Paris', ' in Paris'],
    [
      'fr',
      ' le 1er mai',
      ' le 8 mai',
      ' en octobre 2025',
      ' lors de l’événement «\u00a0Expo\u00a0» à Paris',
      ' à Paris',
    ],
    [
      'es',
      ' el 1 de mayo',
      ' el 8 de mayo',
      ' en octubre de 2025',
      ' en el evento «Expo» en Paris',
      ' en Paris',
    ],
    ['it', ' il 1º maggio', ' l’8 maggio', ' nell’ottobre 2025', ' all’evento «Expo» a Paris', ' a Paris'],
    [
      'pt',
      ' no dia 1º de maio',
      ' no dia 8 de maio',
      ' em outubro de 2025',
      ' no evento “Expo” em Paris',
      ' em Paris',
    ],
  ] as const)('are said in %s', (language, first, eighth, year, event, city) => {
    const now = new Date('2026-06-30T10:00:00Z');
    const inLetter = (changes: Partial<FollowUpFacts>) =>
      compose({ now, ...changes }, { language })[0]?.message;
    expect(inLetter({ connectedAt: may1 ?? null })).toContain(first);
    expect(inLetter({ connectedAt: may8 ?? null })).toContain(eighth);
    expect(inLetter({ connectedAt: october ?? null })).toContain(year);
    expect(inLetter({ event: 'Expo', place: 'Paris' })).toContain(event);
    expect(inLetter({ place: 'Paris' })).toContain(city);
    expect(inLetter({ place: 'Booth 12, hall 3' })).toContain(
      language === 'es' ? ' (Booth 12' : ' (Booth 12',
    );
    expect(inLetter({ connectedAt: null })).not.toMatch(/May|Mai|mai|mayo|maggio|maio/);
  });

  it('go by the calendar of the owner', () => {
    const connectedAt = new Date('2026-05-14T03:00:00Z');
    const now = new Date('2026-06-30T10:00:00Z');
    expect(textOf({ connectedAt, now })).toContain('May 14');
    expect(textOf({ connectedAt, now, timeZone: 'America/Los_Angeles' })).toContain('May 13');
    const soon = { connectedAt, now: new Date('2026-05-14T20:00:00Z') };
    expect(textOf(soon)).toContain(' today');
    expect(textOf({ ...soon, timeZone: 'America/Los_Angeles' })).toContain(' yesterday');
  });

  const NOW = new Date('2026-11-23T10:00:00Z');
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);
  it.each([
    ['en', ' today', ' yesterday', ' on Tuesday', ' last week', ' on November 13'],
    ['de', ' heute', ' gestern', ' am Dienstag', ' letzte Woche', ' am 13. November'],
    ['fr', ' aujourd’hui', ' hier', ' mardi', ' la semaine dernière', ' le 13 novembre'],
    ['es', ' hoy', ' ayer', ' el martes', ' la semana pasada', ' el 13 de noviembre'],
    ['it', ' oggi', ' ieri', ' martedì', ' la settimana scorsa', ' il 13 novembre'],
    ['pt', ' hoje', ' ontem', ' na terça-feira', ' na semana passada', ' no dia 13 de novembro'],
  ] as const)('are said in %s as people say it who have just met', (language, ...words) => {
    [0, 1, 6, 7, 10].forEach((days, index) => {
      for (const tone of FOLLOW_UP_TONES) {
        const [letter] = compose({ now: NOW, connectedAt: daysAgo(days) }, { language, tone });
        expect(letter?.message).toContain(words[index]);
        expect(letter?.message.match(/2026|\d\d?\. November/g) ?? []).toHaveLength(
          language === 'de' && days === 10 ? 1 : 0,
        );
      }
    });
    // Later, the event says more than its date.
    const [letter] = compose({ now: NOW, connectedAt: daysAgo(40), event: 'Web Summit' }, { language });
    expect(letter?.message).toContain('Web Summit');
    expect(letter?.message).not.toMatch(/\d/);
  });

  it.each([
    ['Hannover Messe', 'Hannover', ' auf der Hannover Messe '],
    ['Salone del Mobile', 'Milano', ' auf dem Salone del Mobile in Milano '],
    ['Web Summit 2026', 'Lissabon', ' auf dem Web Summit 2026 in Lissabon '],
    ['Inspire', 'Halle 3', ' bei „Inspire“ (Halle 3) '],
  ])('an event has its article in German: %s', (event, place, words) => {
    const [letter] = compose(
      { event, place, note: null, connectedAt: null, contactId: 'b' },
      { language: 'de' },
    );
    expect(letter?.message.replace(/[.]/g, ' ')).toContain(words);
  });
});
