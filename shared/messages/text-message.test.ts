import { describe, expect, it } from 'vitest';
import { fitsText, hasLink, textBodyOf, withoutLinks } from './text-message.ts';

describe('A link in a text', () => {
  it.each([
    'https://evil.example/x',
    'HTTPS://EVIL.example',
    'see evil.com',
    'evil.com/page?x=1',
    'www.evil',
    'bit.ly/abc',
    'mail me@evil.example',
    'evil。com',
    'ｅｖｉｌ．ｃｏｍ',
    'ev\u200Bil.com',
    'tel:+1900',
    '192.0.2.1/x',
    'пример.рф',
    'javascript://x',
  ])('is found in %j, and none is left', (text) => {
    expect(hasLink(text)).toBe(true);
    expect(hasLink(withoutLinks(text))).toBe(false);
    expect(textBodyOf(text, text)).not.toMatch(/evil\.|https?:|bit\.ly|@|\.com/i);
  });

  it.each([
    'It was great connecting with you! Looking forward to staying in touch.',
    'Bis bald am 3.4., um 14.30 Uhr.',
    'Version 2.0 is out... Wait. See you at 5 p.m.',
    'Dr.med. Hans Müller',
    'J.R.R. Tolkien',
    'S.p.A. & Co',
    'a/b and c: d',
  ])('is not %j', (text) => {
    expect(hasLink(text)).toBe(false);
  });

  it('is not made by taking another away', () => {
    for (const text of [
      'evilhttps://x.y .com',
      'a@b.c.evil.com',
      'evil.https://x com',
      'e.evil.com.com.com',
    ]) {
      expect(hasLink(withoutLinks(text))).toBe(false);
    }
  });
});

describe('A text of any length', () => {
  it('is searched in time that grows with its length, and read only as far as one is sent', () => {
    const long = 'a'.repeat(1_000_000);
    expect(hasLink(long)).toBe(false);
    expect(withoutLinks(long).length).toBeLessThanOrEqual(1_000);
    expect(withoutLinks('\uFDFA'.repeat(1_000)).length).toBeLessThanOrEqual(1_000);
    expect(withoutLinks(`a${'🙂'.repeat(1_000)}`)).toMatch(/🙂$/u);
    expect(fitsText(long)).toBe(false);
  });

  it('loses a mail address whose name is longer than any can be', () => {
    const text = `see ${'a'.repeat(200)}@b`;
    expect(hasLink(text)).toBe(true);
    expect(hasLink(withoutLinks(text))).toBe(false);
  });
});

describe('A text', () => {
  it('says who sends it, what they say and how to opt out, on one line without control characters', () => {
    expect(textBodyOf('Ada\u0000 “Countess”\nKing', 'Hello\r\n\r\nthere…\u0007')).toBe(
      'Ada "Countess" King via Goldleaf: Hello there... Reply STOP to opt out.',
    );
  });

  it('has a sender whatever the name', () => {
    for (const name of ['', 'https://evil.example', '\u202E']) {
      expect(textBodyOf(name, 'Hi')).toBe('Someone you met via Goldleaf: Hi Reply STOP to opt out.');
    }
  });

  it('is never longer than four parts, and what can be saved is sent whole', () => {
    const plain = 'a'.repeat(480);
    expect(fitsText(plain)).toBe(true);
    expect(textBodyOf('x'.repeat(200), plain)).toContain(plain);
    const emoji = '🙂'.repeat(240);
    expect(fitsText(emoji)).toBe(false);
    const body = textBodyOf('Ada', emoji);
    expect(body.length).toBeLessThanOrEqual(4 * 67);
    expect(body).toMatch(/🙂\.\.\. Reply STOP to opt out\.$/);
    expect(fitsText('ж'.repeat(180))).toBe(true);
  });
});
