import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';
import { readMailRefusal } from './mail/refusal.ts';

it('keeps addresses out of an error that a mail server sent', () => {
  expect(describeError(new Error('550 <ada@example.com>: no such user (ada@b@example.com)'))).toBe(
    '550 <…>: no such user (…)',
  );
});

// They would take minutes if the answer were read again from each of its letters.
it('describes an endless answer in time', () => {
  expect(describeError(new Error('x'.repeat(300_000)))).toHaveLength(500);
  const answer = `550 ${'<'.repeat(300_000)}`;
  const refusal = { command: 'RCPT TO', responseCode: 550, response: answer };
  expect(readMailRefusal(Object.assign(new Error('refused'), refusal))).toBe(answer);
});
