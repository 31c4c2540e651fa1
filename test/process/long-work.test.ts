import { it } from 'vitest';
import { expectImportSurvives } from '#test/process/kill-at.ts';

/** Two points of ten; the others are in the thorough file. */
it.each(['batch written', 'done'])(
  'an import loses nothing and does nothing twice when it is killed at "%s"',
  (point) => expectImportSurvives(point),
);
