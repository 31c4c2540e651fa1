import path from 'node:path';
import { oldestTargets } from '../../vite/targets.ts';
import { readBuilt } from './built.ts';
import { applyExceptions } from './exceptions.ts';
import { checkScript } from './scripts.ts';
import { checkStyles } from './styles.ts';
import type { Finding } from './support.ts';

/** Checks the build against `.browserslistrc`, and exits with 1 if anything is newer: docs/decisions/115. */

const targets = oldestTargets();
const texts = await readBuilt(path.resolve('dist'));
const all = texts.flatMap(({ kind, file, text }) =>
  kind === 'script' ? checkScript(text, file, targets) : checkStyles(text, file, targets),
);
const { findings, idle } = applyExceptions(all);

/** A finding on many pages is reported once, at its first place. */
const reported = new Map<string, { finding: Finding; count: number }>();
for (const finding of findings) {
  const key = `${finding.feature} ${finding.excerpt}`;
  reported.set(key, {
    finding: reported.get(key)?.finding ?? finding,
    count: (reported.get(key)?.count ?? 0) + 1,
  });
}
for (const { finding, count } of reported.values()) {
  const { feature, browsers, file, line, column, excerpt } = finding;
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  console.error(`${file}:${line}:${column}${more} ${feature} is newer than ${browsers.join(', ')}`);
  console.error(`    ${excerpt}`);
}
for (const { feature, why } of idle) {
  console.error(`scripts/engines/exceptions.ts: nothing in the build needs ${feature} anymore (${why})`);
}
if (findings.length + idle.length > 0) process.exitCode = 1;
else console.log(`Read ${texts.length} scripts and style sheets: nothing is newer than .browserslistrc.`);
