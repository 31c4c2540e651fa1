import { expect, it } from 'vitest';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { listNumbers, recipientMails } from './use-recipient.ts';

const contact = (known: Partial<WholeContact>) =>
  ({ email: null, phone: null, moreEmails: [], morePhones: [], ...known }) as WholeContact;

it('lists each address and number once, the main one first, with what the owner calls it', () => {
  const ada = contact({
    email: 'ada@example.com',
    moreEmails: [
      { value: 'ada@work.example', label: 'Work' },
      { value: 'ada@example.com', label: 'Again' },
    ],
    phone: '020 7946 0000',
    phoneLabel: 'Office',
    phoneE164: '+442079460000',
    morePhones: [{ value: '+1 202 555 0199', label: '', e164: '+12025550199' }],
  });
  expect(recipientMails(ada).map(({ words }) => words)).toEqual([
    'ada@example.com',
    'ada@work.example (Work)',
  ]);
  expect(listNumbers(ada)).toEqual([
    { value: '020 7946 0000', e164: '+442079460000', words: '020 7946 0000 (Office)' },
    { value: '+1 202 555 0199', e164: '+12025550199', words: '+1 202 555 0199' },
  ]);
});

it('starts with the first further address where there is no main one, and may find none', () => {
  expect(recipientMails(contact({ moreEmails: [{ value: 'b@example.com', label: '' }] }))).toHaveLength(1);
  expect(listNumbers(contact({}))).toEqual([]);
});
