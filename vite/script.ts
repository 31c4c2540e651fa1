import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import { scriptTargets } from './targets.ts';

const QUERY = '?script';

/**
 * `import { script } from './x.client.ts?script'`: the module as browsers run it, bundled and minified into one
 * string, for pages that contain their script inline. The same bytes in the build, in development and in tests.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const input = id.slice(0, -QUERY.length);
      const transform = { target: scriptTargets() };
      const bundle = await rolldown({ input, platform: 'browser', transform });
      const { output } = await bundle.generate({ format: 'iife', minify: true });
      for (const file of await bundle.watchFiles) this.addWatchFile(file);
      await bundle.close();
      return `export const script = ${JSON.stringify(output[0].code.trim())};`;
    },
  };
}
