import { SETTINGS } from '#server/config/config.ts';
import type { Setting } from '#server/config/define-settings.ts';

/** `.env.example` and `docs/settings.md`, as the configuration has the settings (docs/decisions/350). */

const sections = new Map<string, Setting<unknown>[]>();
for (const { section, settings } of SETTINGS) {
  sections.set(section, [...(sections.get(section) ?? []), ...settings]);
}

/** A text for each section, below its heading. */
const writeSections = (write: (settings: Setting<unknown>[]) => string) =>
  [...sections].map(([section, settings]) => `## ${section}\n\n${write(settings)}\n`).join('\n');

export const writeExample = () =>
  writeSections((settings) =>
    settings.map(({ name, meaning, standard = '' }) => `# ${meaning}\n${name}=${standard}`).join('\n'),
  );

export const writeTables = () =>
  `# Settings

Every setting is optional, in the environment or in \`.env\`. \`.env.example\` lists the same settings.

${writeSections((settings) =>
  writeTable([
    ['setting', 'default', 'meaning'],
    ...settings.map(({ name, meaning, standard = '' }) => [
      `\`${name}\``,
      standard && `\`${standard}\``,
      meaning,
    ]),
  ]),
)}`;

export function writeTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => writeRow(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  lines.splice(1, 0, writeRow(widths.map((width) => '-'.repeat(width))));
  return lines.join('\n');
}

const writeRow = (cells: string[]) => `| ${cells.join(' | ')} |`;
