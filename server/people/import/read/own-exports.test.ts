import { expect, it } from 'vitest';
import { addDetails } from './own-exports.ts';
import { nobody } from './person.ts';

it('Answers of a file lose what no database takes', () => {
  const person = nobody();
  const customFields = [{ id: 'tea\u0000', label: 'Tea\u0000?', answer: 'Yes\u0000\ud800\nplease' }];
  addDetails(person, JSON.stringify({ customFields }));
  expect(JSON.stringify(person.answers)).not.toMatch(/\\u(?:d[89a-f]|0000)/);
  expect(person.answers).toMatchObject([{ id: 'tea', label: 'Tea?' }]);
});
