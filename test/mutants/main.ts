import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { folderOf, instrument, type Mutant } from './instrument.ts';
import { chooseTests, measureReach, type Reach } from './reach.ts';
import { type Judged, writeReport } from './report.ts';
import { openWrappers, type Trial, type Verdict } from './wrappers.ts';

/**
 * `npm run mutants`: changes the code in a sample of places, one at a time, and sees whether a test notices. The same
 * seed draws the same sample of the same code. What was judged stands in `mutants.jsonl` of the work folder: a run that
 * was interrupted goes on there with `--work`.
 */
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261122' },
    count: { type: 'string', default: '500' },
    work: { type: 'string' },
    minutes: { type: 'string', default: '600' },
  },
});

const root = process.cwd();
const work = options.work ?? fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-mutants-'));
const sandbox = path.join(work, 'sandbox');
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Random numbers from 0 to 1 that are the same for the same seed. Source: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function drawSample(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const random = randomFrom(seed);
  return mutants
    .map((mutant) => ({ mutant, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** A copy of the package in which the code may be changed. */
function copyPackage(): void {
  const left = new Set(['node_modules', '.git', 'dist', 'data', 'data-demo', 'coverage']);
  fs.cpSync(root, sandbox, {
    recursive: true,
    filter: (source) => !left.has(path.relative(root, source)),
  });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(sandbox, 'node_modules'));
}

interface Prepared {
  mutants: Mutant[];
  reach: Reach[];
}

async function prepare(): Promise<Prepared> {
  const kept = path.join(work, 'prepared.json');
  if (fs.existsSync(kept)) return JSON.parse(fs.readFileSync(kept, 'utf8'));
  copyPackage();
  const mutants = await instrument(sandbox);
  say(`${mutants.length} mutants; running the tests once to see what reaches them.`);
  const prepared = { mutants, reach: await measureReach(sandbox) };
  fs.writeFileSync(kept, JSON.stringify(prepared));
  return prepared;
}

const results = path.join(work, 'mutants.jsonl');
const readResults = (): Judged[] =>
  fs.existsSync(results)
    ? fs
        .readFileSync(results, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

interface Case {
  mutant: Mutant;
  isLoaded: boolean;
  tests: Reach[];
}

function note({ mutant, tests }: Case, verdict: Verdict): void {
  const judged: Judged = { ...mutant, ...verdict, tests: tests.map(({ test }) => test) };
  fs.appendFileSync(results, `${JSON.stringify(judged)}\n`);
  say(`${judged.status.padEnd(9)} ${mutant.file}:${mutant.line} ${mutant.kind}`);
}

/** So many wrappers share a process: what a mutant leaves behind ends with it. */
const TOGETHER = 40;
const endAt = Date.now() + Number(options.minutes) * 60_000;

/** Tries the test files of each mutant, the nearest first, until one fails. */
async function judge(cases: Case[], isolate: boolean): Promise<void> {
  const wrappers = await openWrappers(sandbox, isolate);
  for (let from = 0; from < cases.length && Date.now() < endAt; from += TOGETHER) {
    let open = cases.slice(from, from + TOGETHER);
    for (let nth = 0; open.length > 0; nth += 1) {
      const trials = open.map(
        ({ mutant, tests }): Trial => ({ mutant: mutant.id, test: tests[nth]?.test ?? '' }),
      );
      const secondsOfAll = open.reduce((sum, { tests }) => sum + (tests[nth]?.seconds ?? 0), 0);
      const verdicts = await wrappers.judge(trials, 120 + 5 * secondsOfAll);
      const rest: Case[] = [];
      for (const [index, one] of open.entries()) {
        // Alone once more: it waited for one that went on for ever, or did so itself.
        const [again] = verdicts[index]
          ? [verdicts[index]]
          : await wrappers.judge([trials[index] as Trial], 120);
        const verdict = again ?? { status: 'timed out' as const };
        if (verdict.status !== 'survived' || nth + 1 >= one.tests.length) note(one, verdict);
        else rest.push(one);
      }
      open = rest;
    }
  }
  await wrappers.close();
}

say(`Working in ${work}`);
const { mutants, reach } = await prepare();
const sample = drawSample(mutants, Number(options.count), Number(options.seed));
const known = new Set(readResults().map(({ id }) => id));
const cases = sample
  .filter(({ id }) => !known.has(id))
  .map((mutant): Case => ({ mutant, ...chooseTests(mutant, mutants, reach) }));
for (const one of cases) if (one.tests.length === 0) note(one, { status: 'survived' });
const tested = cases.filter(({ tests }) => tests.length > 0);
await judge(
  tested.filter(({ isLoaded }) => !isLoaded),
  false,
);
await judge(
  tested.filter(({ isLoaded }) => isLoaded),
  true,
);
const report = path.join(work, 'mutants.md');
writeReport(report, readResults(), { drawn: sample.length, all: mutants.length, folderOf });
say(fs.readFileSync(report, 'utf8'));
process.exit(0);
