import { it } from 'vitest';
import { expectArchiveSurvives, expectImportSurvives } from '#test/process/kill-at.ts';

it.each([
  'upload kept',
  'row made',
  'child reading',
  'read',
  'started',
  'between batches',
  'last batch written',
  'between undone batches',
])('an import loses nothing and does nothing twice when it is killed at "%s"', (point) =>
  expectImportSurvives(point),
);

it.each(['row made', 'contacts to come', 'started', 'done'])(
  'an archive loses nothing and adds nothing twice when it is killed at "%s"',
  (point) => expectArchiveSurvives(point),
);
