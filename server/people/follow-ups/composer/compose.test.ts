import { describe, expect, it } from 'vitest';
import { type ComposerWish, composeFollowUps } from '#server/people/follow-ups/composer/compose.ts';
import type { FollowUpFacts } from '#server/people/follow-ups/composer/pieces.ts';
import {
  FOLLOW_UP_LANGUAGES,
  FOLLOW_UP_LENGTHS,
  FOLLOW_UP_TONES,
  type FollowUpLanguage,
  type Suggestion,
} from '#shared/people/follow-ups.ts';
import { BOOKING, CARD_URL, everything } from '#test/known-contact.ts';
import { firstOf } from '#test/thorough.ts';

const compose = (changes: Partial<FollowUpFacts> = {}, wish: ComposerWish = {}) =>
  composeFollowUps({ ...everything, ...changes }, wish);
const textOf = (changes: Partial<FollowUpFacts> = {}, wish: ComposerWish = {}) =>
  compose(changes, wish)
    .map(({ subject = '', message }) => `${subject}\n${message}`)
    .join('\n\n');

/** Words for a time before something, of which nothing was said. */
const UNTIL_THEN = /until then|before then|meantime|bis dahin|d’ici là|mientras tanto|frattempo|até lá/;

describe('Follow-up suggestions', () => {
  it('are two letters with a subject and a message without one', () => {
    expect(compose().map(({ type, tone, subject }) => [type, tone, subject !== undefined])).toEqual([
      ['email', 'professional', true],
      ['email', 'friendly', true],
      ['message', 'casual', false],
    ]);
    expect(compose({}, { tone: 'casual', language: 'fr' })).toMatchObject([
      { type: 'email', tone: 'casual', language: 'fr', writtenBy: 'composer' },
      { type: 'email', tone: 'casual', language: 'fr', writtenBy: 'composer' },
      { type: 'message', tone: 'casual', language: 'fr', writtenBy: 'composer' },
    ]);
  });

  it('read like a letter a professional sends', () => {
    const [letter] = compose();
    const [greeting, opening, call, card, signature] = letter?.message.split('\n\n') ?? [];
    expect(greeting).toBe('Dear Ada Lovelace,');
    expect(opening).toMatch(
      / yesterday\. .*your work as Chief Analyst at Engines, Inc\. Thank you for your message\.$/,
    );
    expect(call).toContain(BOOKING);
    expect(card).toMatch(/My card always has my latest details: https:\/\/cards\.example\/card\/abcdefghij$/);
    expect(signature).toMatch(/regards,\nŁukasz Nowak\nArchitect, Acme$/);
  });

  it('are worded differently for others, the same for the same, and in every turn anew', {
    tags: ['thorough'],
  }, () => {
    const openings = Array.from({ length: 20 }, (_, i) => compose({ contactId: `contact-${i}` })[0]?.message);
    expect(new Set(openings).size).toBeGreaterThan(5);
    for (const language of FOLLOW_UP_LANGUAGES) {
      expect(compose({}, { language })).toEqual(compose({}, { language, turn: 0 }));
      for (let turn = 0; turn < 6; turn++) {
        const now = compose({}, { language, turn }).map(({ message }) => message);
        const next = compose({}, { language, turn: turn + 1 }).map(({ message }) => message);
        now.forEach((message, index) => {
          expect(next[index]).not.toBe(message);
        });
      }
      const [one, other] = compose({}, { language, tone: 'friendly' });
      expect(one?.message).not.toBe(other?.message);
    }
  });

  it('are shorter or longer, and a message fits on a phone', () => {
    for (const language of FOLLOW_UP_LANGUAGES) {
      const [short, medium, long] = FOLLOW_UP_LENGTHS.map((length) =>
        compose({}, { language, length }).map(({ message }) => message.length),
      );
      for (const index of [0, 1, 2]) {
        expect(short?.[index]).toBeLessThan(medium?.[index] ?? 0);
        expect(medium?.[index]).toBeLessThan(long?.[index] ?? 0);
      }
      expect(medium?.[2]).toBeLessThan(200);
    }
  });

  it('say what the owner wants to say as it is, and nothing against it', () => {
    const line = 'The summer party is on June 5: https://acme.example/party';
    for (const language of FOLLOW_UP_LANGUAGES) {
      for (const { message } of compose({}, { language, line, length: 'long' })) {
        expect(message.split('\n\n')).toContain(line);
        expect(message).not.toContain(BOOKING);
        expect(message).not.toMatch(UNTIL_THEN);
      }
    }
  });

  it('list exactly the facts they are made from', () => {
    const [letter, , text] = compose({ event: 'Web Summit', place: 'Lisbon' });
    expect(letter?.facts.toSorted((one, other) => one.label.localeCompare(other.label))).toEqual([
      { label: 'Company', value: 'Engines, Inc.' },
      { label: 'Connected', value: 'May 13, 2026' },
      { label: 'Event', value: 'Web Summit' },
      { label: 'Name', value: 'Ada Lovelace' },
      { label: 'Place', value: 'Lisbon' },
      { label: 'Role', value: 'Chief Analyst' },
      { label: 'Their message', value: 'Would love to talk about pricing' },
      { label: 'You', value: 'Łukasz Nowak, Architect, Acme' },
      { label: 'Your booking link', value: BOOKING },
      { label: 'Your card', value: 'Work' },
    ]);
    expect(text?.facts.map(({ label }) => label)).toEqual(['Name', 'You', 'Your card']);
  });

  it('do not explain a company to its own people', () => {
    for (const language of FOLLOW_UP_LANGUAGES) {
      const text = textOf({ company: 'ACME' }, { language });
      expect(text).toContain(' ACME');
      expect(text).not.toMatch(/Analyst|ACME:|\(Acme\)/);
    }
  });
});

describe('A message of the contact', () => {
  const ASKED = [
    'Loved the demo - can you send pricing?',
    'Bitte rufen Sie mich zurück',
    'Merci de m’envoyer vos tarifs',
    'Necesito un presupuesto',
    'Mi mandi un preventivo, per favore',
    'Poderia me enviar um orçamento',
    '資料を送ってください。',
    '¿Cuánto cuesta',
    'Please call me',
  ];
  const TOLD = [
    'Loved the demo!',
    'War ein tolles Gespräch',
    'Ravie de cette rencontre',
    'Grazie mille',
    'お疲れ様でした。',
  ];

  it.each(FOLLOW_UP_LANGUAGES)('is thanked for in %s and never quoted', (language) => {
    for (const note of [...ASKED, ...TOLD, 'See evil.example/x', 'long '.repeat(60)]) {
      const [letter] = compose({ note }, { language });
      expect(letter?.message).not.toContain(note.slice(0, 12).trim());
      expect(letter?.facts.map(({ label }) => label)).toContain('Their message');
      expect(letter?.message).not.toContain('。');
    }
  });

  it.each(FOLLOW_UP_LANGUAGES)(
    'that asks for something leaves room for the answer in %s, and offers no coffee',
    (language) => {
      for (const note of ASKED) {
        const [letter, friendly, text] = compose({ note }, { language, turn: note.length });
        for (const message of [letter?.message, friendly?.message, text?.message]) {
          expect(message).toMatch(/\S\s?[.!]\n\n\n\n\S/);
          expect(message).not.toMatch(/coffee|Kaffee|café|caffè|calendar\.example/i);
        }
        // The owner's own line is the answer.
        for (const { message } of compose({ note }, { language, line: 'Here it is' }))
          expect(message).not.toContain('\n\n\n');
      }
      for (const note of TOLD) expect(compose({ note }, { language })[0]?.message).not.toContain('\n\n\n');
    },
  );
});

describe('What was typed in capitals', () => {
  it.each([
    ["MIKE O'BRIEN", "Dear Mike O'Brien,", 'Hi Mike,'],
    ['ANNE-MARIE MCDONALD', 'Dear Anne-Marie McDonald,', 'Hi Anne-Marie,'],
    ['DR. EVA KLEIN', 'Dear Dr. Klein,', 'Hi Eva,'],
    ['LUDWIG VAN BEETHOVEN', 'Dear Ludwig van Beethoven,', 'Hi Ludwig,'],
    ['Jean DUPONT', 'Dear Jean Dupont,', 'Hi Jean,'],
    ['CHER', 'Dear Cher,', 'Hi Cher,'],
    ['J. K. ROWLING', 'Dear J. K. Rowling,', 'Hi J. K. Rowling,'],
    ['TJ MILLER', 'Dear TJ Miller,', 'Hi TJ Miller,'],
    ['ÉLODIE FAURE', 'Dear Élodie Faure,', 'Hi Élodie,'],
  ])('%s is greeted as %s and %s', (fullName, formal, friendly) => {
    const lines = compose({ fullName }).map(({ message }) => message.split('\n')[0]);
    expect(lines.slice(0, 2)).toEqual([formal, friendly]);
  });

  it.each([
    ['ceo', 'ACME INC.', 'as CEO at Acme Inc.'],
    ['HEAD OF IT', 'IBM', 'as Head of IT at IBM'],
    ['VP SALES', 'HSBC BANK PLC', 'as VP Sales at HSBC Bank PLC'],
    ['SENIOR ENGINEER', 'BMW GROUP', 'as Senior Engineer at BMW Group'],
    ['Engineer', 'MÜLLER & SÖHNE GMBH', 'as Engineer at Müller & Söhne GmbH'],
    ['Engineer', 'IKEA', 'as Engineer at IKEA'],
  ])('a title and a company as they are written: %s, %s', (jobTitle, company, words) => {
    expect(compose({ jobTitle, company })[0]?.message).toContain(words);
  });

  it('leaves a role in another script out of the letter', () => {
    for (const language of FOLLOW_UP_LANGUAGES) {
      const text = textOf({ jobTitle: '部長', company: '株式会社サトウ' }, { language, length: 'long' });
      expect(text).not.toContain('部長');
      expect(text).toContain('株式会社サトウ');
    }
  });
});

describe('A company', () => {
  it.each([
    ['de', 'Universität Wien', 'Ihre Arbeit als Chief Analyst (Universität Wien)'],
    ['fr', 'École polytechnique', 'votre travail comme Chief Analyst (École polytechnique)'],
    ['fr', 'Airbus', 'chez Airbus'],
    ['it', 'Università di Bologna', 'presso Università di Bologna'],
    ['pt', 'Petrobras', 'na Petrobras'],
    ['pt', 'Banco do Brasil', 'no Banco do Brasil'],
    ['pt', 'Correios', 'nos Correios'],
  ] as const)('keeps its grammar in %s: %s', (language, company, words) => {
    expect(compose({ company }, { language })[0]?.message).toContain(words);
  });

  it('of the owner keeps it, too', () => {
    const message = (language: FollowUpLanguage, company: string) =>
      compose({ owner: { ...everything.owner, company } }, { language })[2]?.message;
    expect(message('de', 'Universität Wien')).toContain('hier ist Łukasz (Universität Wien).');
    expect(message('fr', 'Acme')).toContain('c’est Łukasz (Acme).');
    expect(message('pt', 'Google')).toContain('Aqui é Łukasz, do Google.');
  });
});

/** Every choice of the fields that may be missing. */
function* incomplete(): Generator<Partial<FollowUpFacts>> {
  for (let bits = 0; bits < 256; bits++) {
    const has = (bit: number) => (bits & (1 << bit)) === 0;
    yield {
      contactId: `contact-${bits}`,
      ...(has(0) ? {} : { company: null }),
      ...(has(1) ? {} : { jobTitle: null }),
      ...(has(2) ? {} : { fullName: '🎉' }),
      ...(has(3) ? {} : { note: null }),
      ...(has(4) ? {} : { card: null }),
      ...(has(5) ? {} : { connectedAt: null }),
      ...(has(6) ? {} : { event: 'Expo, Inc.', place: 'Why?' }),
      ...(has(7) ? {} : { owner: { fullName: 'Bo', jobTitle: null, company: null } }),
    };
  }
}

/** Faults that no text may have: a gap, a stutter, an unreplaced placeholder. */
const BROKEN =
  /undefined|null|NaN|Invalid|\[object|[{}[\]<>]| {2}| \n|\n |\n{3}|^\s|\s$|,[,.:]|:[,.:]|\.,|[.,:] [.,:]|\(\)|“”|«\s?»|„“| [,.]/u;

/** The faults of a suggestion, in words; nothing if it is right. */
function faultsOf(
  facts: FollowUpFacts,
  { type, message, subject = 'A subject', facts: used }: Suggestion,
): string[] {
  const said = `${subject} ${message}`;
  const labels = used.map(({ label }) => label);
  const name = facts.owner.fullName.split(' ')[0];
  const end =
    type === 'email' ? new RegExp(`\n${name}[^\n]*(\n[^\n]+)?$`) : /([.!?…]["”»]?|abcdefghij|Hello again)$/;
  const isSaid = (words: string, label: string) => said.includes(words) === labels.includes(label);
  return [
    ...(BROKEN.test(message) || BROKEN.test(subject) ? ['a gap or a stutter'] : []),
    ...(/^.+$/.test(subject) ? [] : ['a subject that is not a line']),
    ...(end.test(message) ? [] : ['an open end']),
    ...(new Set(labels).size === labels.length ? [] : ['a fact twice']),
    ...(isSaid('Chief Analyst', 'Role') && isSaid('Engines, Inc', 'Company')
      ? []
      : ['other facts than it lists']),
    ...(isSaid(CARD_URL, 'Your card') && isSaid('Ada', 'Name') ? [] : ['other facts than it lists']),
  ].map((fault) => `${fault}: ${said}`);
}

it.each(firstOf(FOLLOW_UP_LANGUAGES))('Whatever is missing, every text in %s is whole', (language) => {
  let count = 0;
  const faults: string[] = [];
  for (const changes of incomplete()) {
    const facts = { ...everything, ...changes };
    const tone = [undefined, ...FOLLOW_UP_TONES][count % 4];
    const length = FOLLOW_UP_LENGTHS[count % 3] ?? 'medium';
    const wish: ComposerWish = { language, length, turn: count % 5, ...(tone ? { tone } : {}) };
    if (count % 7 === 0) wish.line = 'Hello again';
    for (const suggestion of composeFollowUps(facts, wish)) faults.push(...faultsOf(facts, suggestion));
    count++;
  }
  expect(faults).toEqual([]);
  expect(count).toBe(256);
});

it('Nothing in any language tells the gender of the contact or of the owner', () => {
  const gendered =
    /\b(?:Sehr geehrte|geehrter|heureux|heureuse|ravie?s?|content|contente|enchantée?|curieux|curieuse|Cher|Chère|Estimad[oa]|encantad[oa]|content[oa]|querid[oa]|Gentil[oa]|Egregi[oa]|lieto|lieta|felici|contenta|Car[oa]|obrigad[oa]|grat[oa]|Prezad[oa]|senhora?|conhecê-l[oa])\b/u;
  for (const language of FOLLOW_UP_LANGUAGES)
    for (const tone of FOLLOW_UP_TONES)
      for (let turn = 0; turn < 6; turn++)
        expect(textOf({}, { language, tone, turn, length: 'long' })).not.toMatch(gendered);
});
