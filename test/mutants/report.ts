import fs from 'node:fs';
import type { Mutant } from './instrument.ts';
import type { Verdict } from './wrappers.ts';

/** What became of a mutant. */
export type Judged = Mutant & Verdict & { tests: string[] };

const oneLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', 'ˋ');
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
};

/** Writes a table of what was killed in each folder, and the survivors. */
export function writeReport(
  file: string,
  judged: Judged[],
  { drawn, all, folderOf }: { drawn: number; all: number; folderOf(file: string): string },
): void {
  const folders = [...new Set(judged.map((one) => folderOf(one.file)))].sort();
  const row = (title: string, of: Judged[]) => {
    const count = (status: Judged['status']) => of.filter((one) => one.status === status).length;
    const caught = count('killed') + count('timed out');
    const share = of.length ? `${((100 * caught) / of.length).toFixed(1)} %` : '';
    return `| ${title} | ${of.length} | ${count('killed')} | ${count('timed out')} | ${count('survived')} | ${share} |`;
  };
  const survivors = judged
    .filter(({ status }) => status === 'survived')
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(
      ({ file, line, kind, original, replacement, tests }) =>
        `| ${file}:${line} | ${kind} | \`${oneLine(original)}\` → \`${oneLine(replacement)}\` | ${tests.length === 0 ? 'no test reaches it' : ''} |`,
    );
  const lines = [
    `${drawn} of ${all} mutants were drawn, ${judged.length} were tried.`,
    '',
    '| Folder | tried | killed | timed out | survived | caught |',
    '| --- | --- | --- | --- | --- | --- |',
    ...folders.map((folder) =>
      row(
        folder,
        judged.filter((one) => folderOf(one.file) === folder),
      ),
    ),
    row('all', judged),
    '',
    '| Survivor | kind | change | why |',
    '| --- | --- | --- | --- |',
    ...survivors,
  ];
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
}
