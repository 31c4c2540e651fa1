import { describe, expect, it } from 'vitest';
import { saidOf } from './event-words.ts';

describe('An event of a contact', () => {
  it('names what changed, by its old and its new value', () => {
    const details = {
      from: { company: 'Navy', nickname: 'Amazing' },
      to: { company: 'Eckert-Mauchly', birthday: '--12-09' },
    };
    expect(saidOf({ kind: 'changed', details })).toEqual({
      title: 'Details changed',
      lines: ['Company: Navy → Eckert-Mauchly', 'Nickname: Amazing (removed)', 'Birthday: --12-09 (new)'],
    });
  });

  it.each([
    ['mail', 'Followed up by email'],
    ['whatsapp', 'Followed up on WhatsApp'],
    ['copy', 'Copied a follow-up'],
  ])('says how the owner followed up: %s', (channel, title) => {
    expect(saidOf({ kind: 'followedUp', details: { channel } })).toEqual({ title, lines: [] });
  });

  it('says how they came, and what they sent', () => {
    expect(saidOf({ kind: 'sent', details: { card: 'Work' } })).toEqual({
      title: 'Shared their details through Work',
      lines: [],
    });
    const fields = { email: 'grace@navy.example', notes: 'Call me' };
    expect(saidOf({ kind: 'sent', details: { fields } }).lines).toEqual([
      '“Call me”',
      'Email: grace@navy.example',
    ]);
  });

  it('says what it knows of a kind and a way of a later release', () => {
    expect(saidOf({ kind: 'waved', details: { by: 'hand' } })).toEqual({ title: 'waved', lines: ['hand'] });
    expect(saidOf({ kind: 'followedUp', details: { channel: 'pigeon' } })).toEqual({
      title: 'Followed up',
      lines: ['pigeon'],
    });
  });
});
