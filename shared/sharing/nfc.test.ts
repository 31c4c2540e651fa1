import { describe, expect, it } from 'vitest';
import { kindsOfTags, messageBytes } from './nfc.ts';

describe('Tags that a link fits on', () => {
  it('are chosen by the bytes of the message', () => {
    expect(messageBytes('https://a.example/')).toBe(4 + 1 + 'a.example/'.length);
    expect(messageBytes('http://www.a.example/')).toBe(4 + 1 + 'a.example/'.length);
    expect(messageBytes(`https://a.example/${'x'.repeat(300)}`)).toBe(7 + 1 + 'a.example/'.length + 300);
    expect(messageBytes('https://a.example/é')).toBe(4 + 1 + 'a.example/%C3%A9'.length);
  });

  it('are all kinds for a short address, and larger ones for a long address in another script', () => {
    const origin = 'https://cards.example.com';
    expect(kindsOfTags(origin, '/c/ada')).toEqual({ fit: ['NTAG213', 'NTAG215', 'NTAG216'], tooSmall: [] });
    const cyrillic = `/c/${'ж'.repeat(20)}`;
    expect(kindsOfTags(origin, cyrillic)).toEqual({ fit: ['NTAG215', 'NTAG216'], tooSmall: ['NTAG213'] });
    expect(kindsOfTags(origin, encodeURI(cyrillic))).toEqual(kindsOfTags(origin, cyrillic));
  });
});
