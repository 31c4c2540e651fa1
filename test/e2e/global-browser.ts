import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { CHROMIUM_FLAGS, findProgram } from '#test/engines/programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files reach the run's one browser. */
    browserEndpoint: string;
  }
}

/** One headless Chromium per run: the one named by CHROMIUM_PATH, otherwise the system's. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: findProgram('headless'),
    args: CHROMIUM_FLAGS,
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
