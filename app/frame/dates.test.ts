import { afterEach, expect, it, vi } from 'vitest';
import { formatMoment } from './dates.ts';

afterEach(() => void vi.useRealTimers());

it('A moment has its year if that is another one', () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00') });
  expect(formatMoment('2026-12-05T14:30:00')).not.toContain('2026');
  expect(formatMoment('2027-12-05T14:30:00')).toContain('2027');
});
