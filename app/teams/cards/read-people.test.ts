import { expect, it } from 'vitest';
import { readPeopleList } from './read-people.ts';

const ADA = { fullName: 'Ada Lovelace', email: 'ada@example.com' };

it.each([
  'Ada Lovelace, ada@example.com',
  'ada@example.com, Ada Lovelace',
  'Ada Lovelace\tada@example.com',
  'Ada Lovelace; ada@example.com;',
  'Ada Lovelace <ada@example.com>',
  '  "Ada Lovelace" , ada@example.com ',
])('reads a name and an address from %j', (text) => {
  expect(readPeopleList(text)).toEqual([{ at: 1, text, person: ADA, problem: null }]);
});

it.each([
  ['Ada Lovelace, ada@example.com, Engineer', 'Engineer'],
  ['"Lovelace, Ada", ada@example.com, "Head of ""Engines"""', 'Head of "Engines"'],
  ['Ada Lovelace <ada@example.com>, Engineer, Analytical Engine', 'Engineer, Analytical Engine'],
  ['Ada Lovelace\tada@example.com\tEngineer, London', 'Engineer, London'],
])('reads a title from %j', (text, jobTitle) => {
  expect(readPeopleList(text)).toMatchObject([{ person: { email: ADA.email, jobTitle }, problem: null }]);
});

it('keeps a comma within quotes', () => {
  expect(readPeopleList('"Lovelace, Ada", ada@example.com')[0]?.person.fullName).toBe('Lovelace, Ada');
});

it('passes over empty lines and a heading, and counts lines as the text has them', () => {
  const lines = readPeopleList('Name,Email,Title\r\n\r\nAda Lovelace,ada@example.com,Engineer\r\n');
  expect(lines.map(({ at, person }) => [at, person.fullName])).toEqual([[3, 'Ada Lovelace']]);
});

it.each([
  ['Ada Lovelace', 'There’s no email address in this line.'],
  ['Ada Lovelace, ada@', '“ada@” isn’t an email address.'],
  ['ada@example.com', 'The name is missing.'],
  [`${'a'.repeat(101)}, ada@example.com`, 'The name is too long.'],
  [`Ada, ada@example.com, ${'a'.repeat(101)}`, 'The title is too long.'],
])('says what is wrong with %j', (text, problem) => {
  expect(readPeopleList(text)).toMatchObject([{ problem }]);
});

it('says which line has an address already', () => {
  const lines = readPeopleList('Ada, ada@example.com\nGrace, grace@example.com\nAda L., ADA@example.com');
  expect(lines.map(({ problem }) => problem)).toEqual([null, null, 'Line 1 has this address, too.']);
});

it('reads a thousand lines of a thousand commas at once', { tags: ['thorough'] }, () => {
  expect(readPeopleList(`${','.repeat(1_000)}\n`.repeat(1_000))).toHaveLength(1_000);
});
