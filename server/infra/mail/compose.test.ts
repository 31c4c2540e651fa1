import { describe, expect, it } from 'vitest';
import { composeMail } from './compose.ts';
import type { Letter } from './letter.ts';
import { plainName, plainWords } from './plain-name.ts';
import { addSeller } from './seller.ts';

const LETTER: Letter = {
  to: 'ada@example.com',
  subject: 'Your receipt',
  name: 'Ada Lovelace',
  preheader: 'Hidden summary',
  paragraphs: ['We charged your card.', 'Thank you & <goodbye>.'],
  facts: [
    { label: 'Total', value: '$10' },
    { label: 'Price', value: '$10 a month: 2 cards × $5' },
  ],
  action: { label: 'See it', url: 'https://cards.example.com/subscribe?a=1&b=2' },
  footnote: 'You get this because you subscribed.',
  stop: { label: 'No more of these', url: 'https://cards.example.com/unsubscribe/a' },
};
const SELLER = {
  name: 'Ada & Sons',
  address: '1 Main Street, London',
  email: 'help@example.com',
  taxId: 'GB1',
  country: 'United Kingdom',
};

/** The words of the HTML that a reader sees, with the address of each link. */
const shownIn = (html: string) =>
  html
    .replace(/^.*<body[^>]*><div[^>]*>[^<]*<\/div>/s, '')
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2 $1')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const wordsOf = (text: string) => text.split(/[\s:]+/).filter(Boolean);

describe('A composed mail', () => {
  it('says the same words in plain text and in HTML, in the same order', () => {
    const { text, html } = addSeller(composeMail(LETTER), SELLER);
    const [mark, ...shown] = wordsOf(shownIn(html));
    expect(mark).toBe('Goldleaf');
    expect(shown).toEqual(wordsOf(text));
    expect(text).toContain(
      'Ada & Sons, 1 Main Street, London, United Kingdom\nhelp@example.com · Tax ID GB1\n',
    );
  });

  it('shows a summary in the mailbox that is no part of the text', () => {
    const { text, html } = composeMail(LETTER);
    expect(html).toContain('Hidden summary');
    expect(text).not.toContain('Hidden summary');
  });

  it('is readable on a phone and in the dark', () => {
    const { html } = composeMail(LETTER);
    expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });

  it('names no seller before the settings do, and cannot be made to by what someone typed', () => {
    const none = {
      name: undefined,
      address: undefined,
      email: undefined,
      taxId: undefined,
      country: undefined,
    };
    const mail = composeMail({ ...LETTER, name: '', paragraphs: ['<!--seller-->'] });
    expect(addSeller(mail, none)).toEqual(mail);
    expect(mail.text).toMatch(/^Hello,\n/);
    expect(addSeller(mail, SELLER).html.match(/Ada &amp; Sons/g)).toHaveLength(1);
  });
});

describe('A name in a mail', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Łukasz  Żółć-Nowak', 'Łukasz Żółć-Nowak'],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
    ['Seán O’Neill, M.D.', 'Seán O’Neill, M.D.'],
    ['田中 太郎', '田中 太郎'],
    ['नमिता देवी', 'नमिता देवी'],
    ['Evil Name https://phish.example/click win $1000 now', 'Evil Name win 1000 now'],
    ['win at phish.example/now', 'win at phish. example'],
    ['www.phish.example', ''],
    ['phish。example', 'phish. example'],
    ['write to me@phish.example', 'write to'],
    ['<b>Bold</b>\r\nBcc: all', 'bBold Bcc all'],
    ['✨🚀', ''],
    ['St.John', 'St. John'],
  ])('written as %j is %j', (typed, plain) => {
    expect(plainName(typed)).toBe(plain);
  });

  it('has at most 40 characters', () => {
    expect(plainName('x'.repeat(200))).toBe(`${'x'.repeat(40)}…`);
    expect(plainName('नि'.repeat(41))).toBe(`${'नि'.repeat(40)}…`);
  });

  // It would take minutes if the word were read again from each of its letters.
  it('may be one very long word', () => {
    const word = 'x'.repeat(200_000);
    expect(plainName(word)).toBe(`${'x'.repeat(40)}…`);
    expect(plainWords(word)).toBe(`${'x'.repeat(280)}…`);
    expect(plainWords(`Hello ${word}@${word} again`)).toBe('Hello [link] again');
  });
});
