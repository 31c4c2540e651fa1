import { expect, it } from 'vitest';
import { administratorFor, systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { accountId, personId } from '#shared/accounts/ids.ts';

const account = accountId.parse('ada');
const administrator = administratorFor({ user: { id: personId.parse('root') } }, account);
const refused = expect.objectContaining({ code: 'forbidden' });

it('Administrators see bills and open sessions of others, but neither cards nor contacts', () => {
  expect(() => whereCan(administrator, 'see', 'invoice')).not.toThrow();
  expect(() => whereCan(administrator, 'see', 'session')).not.toThrow();
  expect(() => whereCan(administrator, 'list', 'card')).toThrow(refused);
  expect(() => whereCan(administrator, 'see', 'contact')).toThrow(refused);
  expect(() => whereCan(administrator, 'delete', 'account')).toThrow(refused);
});

it('Jobs may do what no owner is offered, and owners may not', () => {
  expect(() => whereCan(systemFor(account), 'edit', 'mailedLink')).not.toThrow();
  expect(() => whereCan({ ...systemFor(account), role: 'owner' }, 'edit', 'mailedLink')).toThrow(refused);
});
