import { expect, it } from 'vitest';
import { formatRole } from './role.ts';

it.each([
  ['Analyst', 'Acme', 'Analyst at Acme'],
  ['Analyst', null, 'Analyst'],
  [null, 'Acme', 'Acme'],
  ['', 'Acme', 'Acme'],
  [null, null, ''],
])('of %j and %j reads %j', (jobTitle, company, role) => {
  expect(formatRole({ jobTitle, company })).toBe(role);
});
