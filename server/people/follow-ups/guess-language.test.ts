import { describe, expect, it } from 'vitest';
import { guessLanguage, languageOfText } from '#server/people/follow-ups/guess-language.ts';

const nothing = { chosen: null, note: null, country: null, email: null };

describe('The language of a note', () => {
  it.each([
    ['en', 'Great to meet you, let’s talk about the project next week.'],
    ['en', "I'd like to hear more about your prices"],
    ['de', 'Ich würde mich gern mit Ihnen über das Projekt unterhalten.'],
    ['de', 'Bitte rufen Sie mich nächste Woche an'],
    ['fr', 'Bonjour, je voudrais en savoir plus sur votre offre. Merci !'],
    ['fr', "C'est avec plaisir que nous parlerons de ce projet avec vous"],
    ['es', 'Hola, me gustaría hablar con usted sobre el proyecto.'],
    ['es', 'Muchas gracias por la charla, podemos vernos en Madrid para seguir'],
    ['it', 'Vorrei parlare con Lei del progetto, grazie per il caffè.'],
    ['it', 'È stato un piacere, ci sentiamo per la collaborazione di cui parlavamo'],
    ['pt', 'Olá, gostaria de falar com você sobre o projeto.'],
    ['pt', 'Muito obrigada pela conversa, podemos marcar um café em Lisboa para falar mais'],
  ] as const)('is %s: %s', (language, text) => {
    expect(languageOfText(text)).toBe(language);
  });

  it.each([
    '',
    'Pricing?',
    'Hannover Messe 2026',
    '+49 30 901820',
    'Dzień dobry, chciałbym porozmawiać o państwa ofercie w przyszłym tygodniu',
    'どうぞよろしくお願いします',
    'Ik wil graag meer weten over uw producten en diensten',
  ])('is unknown: %s', (text) => {
    expect(languageOfText(text)).toBeNull();
  });

  it('is read from the beginning of a long one, in no time', () => {
    expect(languageOfText('und ich mit '.repeat(200_000))).toBe('de');
  });
});

describe('The language for a contact', () => {
  it('is English unless something says otherwise', () => {
    expect(guessLanguage(nothing)).toBe('en');
    expect(guessLanguage({ ...nothing, country: 'PL', email: 'jan@firma.pl' })).toBe('en');
    expect(guessLanguage({ ...nothing, email: 'jo@startup.co' })).toBe('en');
    expect(guessLanguage({ ...nothing, email: 'no address' })).toBe('en');
  });

  it.each([
    ['de', { country: 'AT' }],
    ['fr', { country: 'SN' }],
    ['pt', { country: 'BR' }],
    ['it', { email: 'Anna@Studio.IT' }],
    ['es', { email: 'ana@empresa.com.mx' }],
    ['pt', { country: null, email: 'ana@loja.com.br' }],
  ] as const)('is %s by %j', (language, traces) => {
    expect(guessLanguage({ ...nothing, ...traces })).toBe(language);
  });

  it('is what the owner chose, then that of the note, of the telephone and of the mail', () => {
    const all = {
      chosen: 'it',
      note: 'Bitte rufen Sie mich nächste Woche an',
      country: 'BR',
      email: 'a@b.es',
    } as const;
    expect(guessLanguage(all)).toBe('it');
    expect(guessLanguage({ ...all, chosen: null })).toBe('de');
    expect(guessLanguage({ ...all, chosen: null, note: 'OK' })).toBe('pt');
    expect(guessLanguage({ ...all, chosen: null, note: null, country: null })).toBe('es');
  });
});
