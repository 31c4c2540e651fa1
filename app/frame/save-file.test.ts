import fs from 'node:fs';
import { expect, it } from 'vitest';

/** A sound reading would follow calls; these stand in the mutation itself. */
const isSaving = (mutation: string) => /\b(saveFrom|findFile|SAVE_BY_KIND)\b/.test(mutation);

it('Every mutation that only saves a file says so', { tags: ['thorough'] }, () => {
  const sources = fs
    .readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const mutations = sources.flatMap((file) =>
    fs
      .readFileSync(`app/${file}`, 'utf8')
      .split(/\buseMutation\(/)
      .slice(1)
      .map((text) => ({ file, text: text.slice(0, text.search(/\n {0,2}\}\);/)) })),
  );
  const saving = mutations.filter(({ text }) => isSaving(text));
  expect(saving.length).toBeGreaterThan(8);
  expect(saving.filter(({ text }) => !text.includes('isDownload: true')).map(({ file }) => file)).toEqual([]);
});
