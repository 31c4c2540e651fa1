import { getCountries } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import { wakingMoment, zonesOf } from './quiet-hours.ts';

const at = (time: string) => new Date(`2026-01-14T${time}:00Z`);

it.each([
  ['GB', '07:59', '2026-01-14T08:00'],
  ['GB', '08:00', '2026-01-14T08:00'],
  ['GB', '20:59', '2026-01-14T20:59'],
  ['GB', '21:00', '2026-01-15T08:00'],
  // Honolulu wakes last, New York sleeps first.
  ['US', '12:00', '2026-01-14T18:00'],
  ['US', '02:00', '2026-01-14T18:00'],
  // From Kaliningrad to Kamchatka.
  ['RU', '00:00', '2026-01-14T06:00'],
  ['RU', '09:00', '2026-01-15T06:00'],
  ['NP', '02:10', '2026-01-14T02:15'],
  ['XK', '00:00', '2026-01-14T07:00'],
])('wakes nobody in %s: at %s UTC it is fine from %s', (country, time, wanted) => {
  expect(wakingMoment(country, at(time))?.toISOString()).toBe(`${wanted}:00.000Z`);
});

it('knows the zones of every country with telephones, and that there is an hour for each', {
  tags: ['thorough'],
}, () => {
  const without = getCountries().filter((country) => zonesOf(country).length === 0);
  expect(without).toEqual([]);
  const never = getCountries().filter((country) => wakingMoment(country, at('12:00')) === null);
  expect(never).toEqual([]);
});
