import { expect, it, vi } from 'vitest';
import { CallError } from './call.ts';
import { showFieldErrors } from './form-errors.ts';

it('marks every field that was refused, and moves the focus into the first', () => {
  const refusal = { message: 'name: Too long', fields: { name: 'Too long', phone: 'Enter a phone number' } };
  const setError = vi.fn();
  showFieldErrors(new CallError(422, JSON.stringify(refusal), ''), setError);
  expect(setError.mock.calls).toEqual([
    ['name', { type: 'server', message: 'Too long' }, { shouldFocus: true }],
    ['phone', { type: 'server', message: 'Enter a phone number' }, { shouldFocus: false }],
  ]);
});
