import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leadsSomewhere, linksIn, withoutKnownLinks } from '#server/people/follow-ups/check-links.ts';
import { findFault, mentionsMachines } from '#server/people/follow-ups/checks.ts';
import { composeFollowUps } from '#server/people/follow-ups/composer/compose.ts';
import type { FollowUpFacts } from '#server/people/follow-ups/composer/pieces.ts';
import { questionFor } from '#server/people/follow-ups/prompt.ts';
import { listKnownFacts, removeLures } from '#server/people/follow-ups/write.ts';
import type { Suggestion } from '#shared/people/follow-ups.ts';
import { everything } from '#test/known-contact.ts';

const read = <T>(name: string): T[] => JSON.parse(fs.readFileSync(`test/fixtures/${name}.json`, 'utf8'));

const facts: FollowUpFacts = { ...everything, note: 'Let us talk about the bridge on Friday' };

type Text = Partial<Suggestion> & Pick<Suggestion, 'message'>;
const faultOf = (text: Text, about = facts, line?: string) =>
  findFault(
    {
      type: 'email',
      tone: 'friendly',
      subject: 'Hello',
      language: 'en',
      writtenBy: 'model',
      facts: [],
      ...text,
    },
    listKnownFacts(about, { language: text.language ?? 'en', ...(line === undefined ? {} : { line }) }),
  );

const answers = read<Text & { why: string }>('hostile-answers');
const notes = read<{ field: 'note' | 'company' | 'jobTitle'; text: string; obeyed: string }>('hostile-notes');

describe('Of what a model wrote', () => {
  it('there are fifty hostile answers and fifty hostile notes', () => {
    expect(answers.length).toBeGreaterThanOrEqual(50);
    expect(notes.length).toBeGreaterThanOrEqual(50);
  });

  it.each(answers.map(({ why, ...text }) => [why, text] as const))('%s is refused', (_why, text) => {
    expect(faultOf(text)).toMatch(/\.$/);
  });

  it.each(read<Text>('good-answers').map((text) => [text.language, text] as const))(
    'a good letter in %s may be shown',
    (_language, text) => {
      expect(faultOf(text)).toBeNull();
    },
  );

  it.each([
    [
      'Please see evil.com for it',
      'Hi Ada,\n\nplease see https://evil.com for it, as we said to each other.',
    ],
    ['call me: 0170 1234567', 'Hi Ada,\n\nplease call me: +0170-1234567 is the number that you have.'],
    ['see you on 3 June at 3 pm', 'Hi Ada,\n\nI am looking forward to seeing you on June 3rd at 3 pm.'],
    ['the ticket is $500', 'Hi Ada,\n\nas I said to you the ticket is $500 and it is yours.'],
  ])('what the owner says is theirs to say: %s', (line, message) => {
    expect(faultOf({ message })).not.toBeNull();
    expect(faultOf({ message: message.replace('+', '') }, facts, line)).toBeNull();
  });
});

describe('A hostile text of a stranger', () => {
  it.each(notes)('is data, and of no use to whom obeys it: $field $text', ({ field, text, obeyed }) => {
    const about = { ...facts, [field]: text };
    const { system, prompt } = questionFor(about, { language: 'en' }, [], []);
    expect(system).not.toContain(text);
    expect(JSON.parse(prompt.split('\n')[0] ?? '').contact[field]).toBe(text);
    expect(faultOf({ message: obeyed }, about)).not.toBeNull();
    const trusted = [facts.card?.url ?? '', facts.card?.bookingUrl ?? ''].flatMap(linksIn);
    for (const { message, subject = '' } of composeFollowUps(removeLures(about))) {
      const rest = withoutKnownLinks(`${subject}\n${message}`, trusted);
      expect(leadsSomewhere(rest) || mentionsMachines(rest), message).toBe(false);
    }
  });
});

// They would take minutes if the text were read again from each of its letters.
it('finds links in a text that is one long word', () => {
  const word = 'a'.repeat(200_000);
  expect(linksIn(`${word} example.com`)).toEqual(['example.com']);
  expect(linksIn(`${word}@example.com`)).toEqual([`${word}@example.com`]);
  expect(linksIn(`https://example.com/${'.'.repeat(200_000)}x`)).toHaveLength(1);
  expect(linksIn('see gopher+x://example')).toEqual(['gopher+x://example']);
});

describe('A place and an event that a file may have named', () => {
  it.each([
    [
      'place',
      'evil.com',
      'Hi Ada,\n\nit was great to meet you, please have a look at evil.com for the rest.',
    ],
    [
      'event',
      'Fair 0170 1234567',
      'Hi Ada,\n\nit was great to meet you, please call me at 0170 1234567 for more.',
    ],
  ] as const)('lead nowhere: %s %s', (field, text, obeyed) => {
    const about = { ...facts, [field]: text };
    expect(faultOf({ message: obeyed }, about)).not.toBeNull();
    const told = removeLures({ ...facts, place: 'Berlin', event: 'Visit https://evil.com' });
    expect([told.place, told.event]).toEqual(['Berlin', null]);
  });

  it('may be spoken of', () => {
    const message = 'Hi Ada,\n\nit was great to meet you at the Cloud Expo in Berlin, and to talk with you.';
    expect(faultOf({ message }, { ...facts, place: 'Berlin', event: 'Cloud Expo' })).toBeNull();
  });
});
