import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';

/** The format of `docs/decisions`: number, date and status of each, and an index that lists all of them. */

const FOLDER = 'docs/decisions';
const files = fs.readdirSync(FOLDER).filter((file) => file !== 'README.md');
const read = (file: string) => fs.readFileSync(`${FOLDER}/${file}`, 'utf8');
const numberOf = (file: string) => file.slice(0, 3);
const titleOf = (file: string) => read(file).split('\n')[0]?.slice('# 000 '.length);

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

it('lists every decision in the index, in order, under its title', () => {
  const index = read('README.md').match(/^- .+$/gm);
  expect(index).toEqual(files.sort().map((file) => `- [${numberOf(file)}](${file}) ${titleOf(file)}`));
});

it('refers only to decisions that exist', () => {
  const numbers = files.map(numberOf);
  const status = files.flatMap((file) => [...read(file).matchAll(/superseded by (\d{3})/g)]);
  const list = execFileSync('git', ['grep', '-ohE', 'docs/decisions/[0-9]{3}'], { encoding: 'utf8' });
  const named = list.trim().split('\n');
  const missing = [...status.map(([, number]) => number), ...named.map((name) => name.slice(-3))];
  expect(missing.filter((number) => !numbers.includes(number ?? ''))).toEqual([]);
});
