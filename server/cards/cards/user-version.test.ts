import { expect, it } from 'vitest';
import { read } from '#test/sources.ts';

it('changes with every column of an owner that pages of cards are made from', () => {
  const source = read('server/cards/cards/read-card.ts');
  const [, owner = ''] = /const owner = \{([^}]+)\}/.exec(source) ?? [];
  const [, version = ''] = /export const userVersion = sql<string>`(.*)`;/.exec(source) ?? [];
  const columnsOf = (text: string) => [...text.matchAll(/users\.(\w+)/g)].map(([, name]) => name);
  expect(columnsOf(owner).length).toBeGreaterThan(5);
  expect(columnsOf(owner).filter((name) => name !== 'id' && !columnsOf(version).includes(name))).toEqual([]);
});
