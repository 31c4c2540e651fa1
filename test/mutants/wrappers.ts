import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';

/**
 * Test files under other names, one for each mutant that they judge: so one process runs them all and loads the product
 * once. Mutants in code that runs while it loads need a process of their own.
 */

export interface Trial {
  mutant: string;
  /** The test file, from the package's folder. */
  test: string;
}

export type Verdict = { status: 'killed'; by: string } | { status: 'survived' } | { status: 'timed out' };

export interface Wrappers {
  /** Runs each test file without a mutant; answers what it reached, and nothing for one that fails. */
  measure(tests: string[]): Promise<Map<string, { reached: string[]; loaded: string[]; seconds: number }>>;
  /** Judges mutants beside each other; what was not reached when the time was up has no verdict. */
  judge(trials: Trial[], seconds: number): Promise<(Verdict | null)[]>;
  close(): Promise<void>;
}

const HITS_MAX = 100_000;
/** A quick test of the whole app, which has to pass after the others. */
const CONTROL = 'server/infra/http/requester.test.ts';

/** The processes that Vitest runs test files in end, and with them a file that goes on for ever. */
function endWorkers(): void {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of list.split('\n')) {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    if (Number(parent) === process.pid && /vitest/.test(command.join(' ')))
      process.kill(Number(pid), 'SIGKILL');
  }
}

function verdictOf(module: TestModule | undefined): Verdict | null {
  const state = module?.state();
  if (!module || (state !== 'passed' && state !== 'failed')) return null;
  if (state === 'passed') return { status: 'survived' };
  const [failed] = [...module.children.allTests('failed')];
  const errors = [...module.errors(), ...(failed?.result().errors ?? [])];
  if (errors.some(({ message }) => /^(Test|Hook) timed out/.test(message))) return { status: 'timed out' };
  return { status: 'killed', by: failed?.fullName ?? 'the file could not be run' };
}

/** Opens Vitest on the package below `root`; `isolate` gives each file a process of its own. */
export async function openWrappers(root: string, isolate: boolean): Promise<Wrappers> {
  const folder = path.join(root, 'wrappers');
  fs.mkdirSync(folder, { recursive: true });
  const reachFolder = fs.mkdtempSync(path.join(root, 'reached-'));
  const vitest: Vitest = await createVitest('test', {
    root,
    config: path.join(root, 'test/mutants/mutants.config.ts'),
    watch: false,
    maxWorkers: 1,
    isolate,
  });
  const project = vitest.getRootProject();
  project.provide('reachFolder', reachFolder);
  project.provide('hitsMax', HITS_MAX);
  let made = 0;

  function wrap(name: string, test: string): string {
    made += 1;
    const file = path.join(folder, `${name}-${made}.test.ts`);
    // The query makes it another module, evaluated once more.
    fs.writeFileSync(file, `import '../${test}?${made}';\n`);
    return file;
  }

  async function run(files: string[], seconds: number): Promise<Map<string, TestModule>> {
    vitest.state.filesMap.clear();
    const timer = setTimeout(endWorkers, seconds * 1000);
    const { testModules } = await vitest
      .runTestSpecifications(files.map((file) => project.createSpecification(file)))
      .finally(() => clearTimeout(timer));
    return new Map(testModules.map((module) => [module.moduleId, module]));
  }

  return {
    async measure(tests) {
      const files = tests.map((test) => wrap('reach', test));
      const modules = await run(files, 3_600);
      const reach = new Map<string, { reached: string[]; loaded: string[]; seconds: number }>();
      for (const [nth, file] of files.entries()) {
        const module = modules.get(file);
        const note = path.join(reachFolder, `${path.basename(file, '.test.ts')}.json`);
        if (module?.state() !== 'passed' || !fs.existsSync(note)) continue;
        const seconds = module.diagnostic().duration / 1000;
        reach.set(tests[nth] ?? '', { ...JSON.parse(fs.readFileSync(note, 'utf8')), seconds });
      }
      return reach;
    },
    async judge(trials, seconds) {
      const files = trials.map(({ mutant, test }) => wrap(`mutant-${mutant}`, test));
      const control = wrap('control', CONTROL);
      const modules = await run([...files, control], seconds);
      // A mutant that spoils the process for those after it: each is tried alone.
      const isSpoiled = trials.length > 1 && verdictOf(modules.get(control))?.status !== 'survived';
      return files.map((file) => (isSpoiled ? null : verdictOf(modules.get(file))));
    },
    close: () => vitest.close(),
  };
}
