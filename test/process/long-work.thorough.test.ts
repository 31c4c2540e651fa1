import { it } from 'vitest';
import { expectArchiveSurvives, expectImportSurvives, expectListSurvives } from '#test/process/kill-at.ts';

it.each([
  'upload kept',
  'row made',
  'child reading',
  'read',
  'started',
  'batch written',
  'between batches',
  'last batch written',
  'between undone batches',
  'done',
])('an import loses nothing and does nothing twice when it is killed at "%s"', (point) =>
  expectImportSurvives(point),
);

it.each(['row made', 'contacts to come', 'started', 'done'])(
  'an archive loses nothing and adds nothing twice when it is killed at "%s"',
  (point) => expectArchiveSurvives(point),
);

it.each(['row made', 'read', 'batch written', 'last batch written', 'between undone batches'])(
  'a list of a team prepares each card once when it is killed at "%s"',
  (point) => expectListSurvives(point),
);
