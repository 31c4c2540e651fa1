import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';

/** `docs/decisions`: number, date and status of each, an index by room, and a link from the code that each one binds. */

const FOLDER = 'docs/decisions';
const files = fs.readdirSync(FOLDER).filter((file) => file !== 'README.md');
const read = (file: string) => fs.readFileSync(`${FOLDER}/${file}`, 'utf8');
const numberOf = (file: string) => file.slice(0, 3);
const titleOf = (file: string) => read(file).split('\n')[0]?.slice('# 000 '.length);
const endOf = (file: string) => /superseded by \d{3}/.exec(read(file).split('\n')[2] ?? '')?.[0];

/** The sections of the index, in the order of the rooms. */
const SECTIONS = [
  'The whole product',
  'Ground: config, db, access, infra',
  'Money',
  'Cards',
  'Accounts',
  'Sharing',
  'Analytics',
  'Messages',
  'Pages',
  'People',
  'Portability',
  'Operations',
  'Screens',
  'Tests and tools',
];
const CODE = ['shared', 'app', 'server', 'site', 'ui', 'scripts', 'vite', 'test', 'bench'];

/** The numbers of the decisions that these files name. */
function numbersIn(...paths: string[]): string[] {
  const found = execFileSync('git', ['grep', '-ohE', 'docs/decisions/[0-9]{3}', '--', ...paths], {
    encoding: 'utf8',
  });
  return found
    .trim()
    .split('\n')
    .map((name) => name.slice(-3));
}

it.each(files)('%s has a number, a date, a status and three parts', (file) => {
  expect(file).toMatch(/^\d{3}-[a-z\d-]+\.md$/);
  const [title = '', blank, head] = read(file).split('\n');
  expect(title).toMatch(new RegExp(`^# ${numberOf(file)} \\S`));
  expect(blank).toBe('');
  expect(head).toMatch(/^Date: \d{4}-\d\d-\d\d · Status: (accepted|superseded by \d{3})$/);
  for (const part of ['Context', 'Decision', 'Consequences'])
    expect(read(file)).toMatch(new RegExp(`\\n\\*\\*${part}\\.\\*\\*\\s`));
});

it('gives every decision its own number', () => {
  expect(new Set(files.map(numberOf)).size).toBe(files.length);
});

it('lists every decision in the index once, in a room and in order, under its title', () => {
  const sections = read('README.md').split(/^## /m).slice(1);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(SECTIONS);
  const listed = sections.map((section) => section.match(/^- .+$/gm) ?? []);
  for (const lines of listed) expect(lines).toEqual(lines.toSorted());
  const expected = files.map((file) => {
    const end = endOf(file);
    return `- [${numberOf(file)}](${file}) ${titleOf(file)}${end ? ` (${end})` : ''}`;
  });
  expect(listed.flat().sort()).toEqual(expected.sort());
});

it('names every decision that holds in the code that it binds', () => {
  const named = new Set(numbersIn(...CODE));
  expect(files.filter((file) => !endOf(file) && !named.has(numberOf(file)))).toEqual([]);
});

it('refers only to decisions that exist, and from code only to those that hold', () => {
  const numbers = files.map(numberOf);
  const ends = files.flatMap((file) => endOf(file)?.slice(-3) ?? []);
  expect([...ends, ...numbersIn('.')].filter((number) => !numbers.includes(number))).toEqual([]);
  const past = files.filter((file) => endOf(file)).map(numberOf);
  expect(numbersIn(...CODE).filter((number) => past.includes(number))).toEqual([]);
});
