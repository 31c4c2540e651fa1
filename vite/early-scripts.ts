import type { Plugin, Rollup } from 'vite';
import { SCREEN } from './screen-loads.ts';

/** V8 compiles all functions of such a script where it comes in, and not one after the other while they draw. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** Marks the scripts without which no screen is drawn (docs/decisions/384). */
export function hintEarlyScripts(): Plugin {
  return {
    name: 'early-scripts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of findEarly(bundle)) chunk.code = HINT + chunk.code;
      },
    },
  };
}

/** The app's script and those of its screens, with all that they import. */
function findEarly(bundle: Rollup.OutputBundle): Set<Rollup.OutputChunk> {
  const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
  const early = new Set(chunks.filter((it) => it.isEntry || SCREEN.test(it.facadeModuleId ?? '')));
  for (const { imports } of early) for (const it of chunks) if (imports.includes(it.fileName)) early.add(it);
  return early;
}
