import { describe, expect, it } from 'vitest';
import { chatWith, findPhoneNumber, mailTo, textTo } from './send-links.ts';

describe('A link to a mail', () => {
  it('holds address, subject and text as RFC 6068 has them', () => {
    expect(mailTo('a+b@grüße.example', 'Q&A: 100 %', 'Hi Ada,\n\nsee you?')).toEqual({
      href: 'mailto:a%2Bb@gr%C3%BC%C3%9Fe.example?subject=Q%26A%3A%20100%20%25&body=Hi%20Ada%2C%0D%0A%0D%0Asee%20you%3F',
      isWhole: true,
    });
  });

  it('cannot be given other recipients by an address', () => {
    const { href } = mailTo('a@b.example?cc=eve,x@evil.example', 'S', 'T');
    expect(href).toBe('mailto:a@b.example%3Fcc%3Deve%2Cx@evil.example?subject=S&body=T');
  });

  it('leaves out what is too long for it, and lets the mail program ask for an address', () => {
    expect(mailTo(null, 'Hello', 'ü'.repeat(400))).toEqual({ href: 'mailto:?subject=Hello', isWhole: false });
    expect(mailTo('a@b.example', 'ü'.repeat(900), '')).toEqual({
      href: 'mailto:a@b.example',
      isWhole: false,
    });
  });

  it('survives half of an emoji', () => {
    expect(mailTo(null, 'Hi \ud83c', 'x').href).toContain('Hi%20%EF%BF%BD');
  });
});

it('A link to a text message or a chat goes to the number on file', () => {
  expect(textTo('+491512345', 'Hi & bye')).toBe('sms:+491512345?&body=Hi%20%26%20bye');
  expect(textTo(null, 'Hi')).toBe('sms:?&body=Hi');
  expect(chatWith('+491512345', 'Hi')).toBe('https://wa.me/491512345?text=Hi');
  expect(findPhoneNumber({ phone: '0151 2345 ext. 7', phoneE164: '+491512345' })).toBe('+491512345');
  expect(findPhoneNumber({ phone: '0151 2345 ext. 7', phoneE164: null })).toBe('01512345');
  expect(findPhoneNumber({ phone: null, phoneE164: null })).toBeNull();
});
