import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOCIAL_NETWORKS } from './constants.ts';
import { linkLabel, SOCIAL_LABELS, socialHref, toHref } from './links.ts';

describe('A typed web address', () => {
  it.each([
    ['acme.com', 'https://acme.com/'],
    ['  https://acme.com/a?b#c ', 'https://acme.com/a?b#c'],
    ['HTTP://ACME.com', 'http://acme.com/'],
    ['//acme.com/x', 'https://acme.com/x'],
    ['acme.com:8080/x', 'https://acme.com:8080/x'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/'],
    ['例え.jp/道', 'https://xn--r8jz45g.jp/%E9%81%93'],
    ['acme.com/a "quoted" <b>', 'https://acme.com/a%20%22quoted%22%20%3Cb%3E'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['http://[::1]/', 'http://[::1]/'],
  ])('%j opens %s', (typed, href) => {
    expect(toHref(typed)).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(document.domain)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\r\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    '\u0000javascript:alert(1)',
    'javascript\u0000:alert(1)',
    'javascript:1',
    'javascript://acme.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://acme.com/x',
    'ftp://acme.com',
    'mailto:ada@acme.com',
    'tel:12345',
    'https://user:password@acme.com',
    'https://acme.com@evil.example',
    'https://',
    'https://exa mple.com',
    'acme',
    'acme.',
    '.',
    '',
    '?x=1',
    'https://%',
    '//".=',
    'https://a"b.com',
    "https://acme.com'",
    'https://acme..com',
  ])('%j opens nothing', (typed) => {
    expect(toHref(typed)).toBeNull();
  });

  it('leads to http or https or nowhere, whatever was typed', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('javascript:', 'data:', 'java\tscript:', '//', 'https:'), fc.string())
        .map((p) => p.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(anything, fc.constantFrom(...SOCIAL_NETWORKS), (typed, network) => {
        for (const href of [toHref(typed), socialHref(network, typed)]) {
          if (href === null) continue;
          expect(href).toMatch(/^https?:\/\/[\w.:[\]-]+\/[^\s"<>]*$/);
          expect(['http:', 'https:']).toContain(new URL(href).protocol);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('A link’s label', () => {
  it.each([
    ['https://www.acme.com/', 'acme.com'],
    ['HTTP://Acme.com/a/', 'Acme.com/a'],
    ['https://wwwacme.com/?q=1', 'wwwacme.com/?q=1'],
  ])('of %s is %s', (href, label) => {
    expect(linkLabel(href)).toBe(label);
  });
});

describe('A social field', () => {
  it.each([
    ['linkedin', 'ada', 'https://www.linkedin.com/in/ada'],
    ['linkedin', 'linkedin.com/in/ada', 'https://linkedin.com/in/ada'],
    ['linkedin', 'https://de.linkedin.com/in/ada', 'https://de.linkedin.com/in/ada'],
    ['twitter', '@ada', 'https://x.com/ada'],
    ['instagram', 'ada.lovelace', 'https://www.instagram.com/ada.lovelace'],
    ['instagram', '@ada.lovelace', 'https://www.instagram.com/ada.lovelace'],
    ['instagram', 'www.instagram.com/ada', 'https://www.instagram.com/ada'],
    ['facebook', 'ada.lovelace.1815', 'https://www.facebook.com/ada.lovelace.1815'],
    ['medium', 'ada.medium.com', 'https://ada.medium.com/'],
    ['github', 'ada.github.io', 'https://ada.github.io/'],
    ['youtube', '@ada', 'https://www.youtube.com/@ada'],
    ['tiktok', 'ada', 'https://www.tiktok.com/@ada'],
    ['whatsapp', '+48 555 010-999', 'https://wa.me/48555010999'],
    ['whatsapp', '0048 (555) 010.999', 'https://wa.me/48555010999'],
    ['whatsapp', 'wa.me/48555010999', 'https://wa.me/48555010999'],
    ['telegram', '@ada', 'https://t.me/ada'],
    ['zoom', 'acme.zoom.us/j/1', 'https://acme.zoom.us/j/1'],
    ['snapchat', 'ada lovelace?x', 'https://www.snapchat.com/add/ada%20lovelace%3Fx'],
  ] as const)('of %s with %j leads to %s', (network, typed, href) => {
    expect(socialHref(network, typed)).toBe(href);
  });

  it.each([
    ['discord', 'ada#1815'],
    ['zoom', '123 456'],
    ['whatsapp', 'call me'],
    ['whatsapp', '('],
    ['linkedin', ''],
    ['linkedin', 'javascript:alert(1)'],
    ['linkedin', 'data:text/html,x'],
    ['instagram', 'javascript:alert(1)'],
    ['twitter', 'https://ada:secret@x.com'],
  ] as const)('of %s with %j leads nowhere', (network, typed) => {
    expect(socialHref(network, typed)).toBeNull();
  });

  it('holds half a letter nowhere, also where strings have no toWellFormed (Safari 16.3, Firefox 118)', () => {
    const { toWellFormed } = String.prototype;
    Reflect.deleteProperty(String.prototype, 'toWellFormed');
    try {
      expect(socialHref('github', 'ada\uD83D')).toBe('https://github.com/ada%EF%BF%BD');
    } finally {
      String.prototype.toWellFormed = toWellFormed;
    }
  });

  it('has a name for every network', () => {
    for (const network of SOCIAL_NETWORKS) {
      expect(SOCIAL_LABELS[network].toLowerCase()).toBe(network);
    }
  });
});
