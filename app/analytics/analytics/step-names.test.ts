import { expect, it } from 'vitest';
import { nameSteps } from './step-names.ts';

const stepsOf = (...days: string[]) => days.map((day) => ({ day }));

it.each([
  [stepsOf('2025-11-30', '2025-12-01', '2025-12-08'), ['Nov 30', 'Week of Dec 1', 'Week of Dec 8']],
  [stepsOf('2025-11-28', '2025-12-01'), ['Nov 28 to Nov 30', 'Week of Dec 1']],
  [stepsOf('2025-11-24', '2025-12-01'), ['Week of Nov 24', 'Week of Dec 1']],
  [stepsOf('2025-11-24'), ['Week of Nov 24']],
])('A short first week is called by the days it covers, %j', (steps, words) => {
  const { long } = nameSteps({ stepDays: 7, steps });
  expect(steps.map(({ day }) => long(day))).toEqual(words);
});
