import { bin, buildIfNeeded, installPackages, run } from './setup.mjs';

/** `npm run check:engines`: builds what has changed, and checks it against `.browserslistrc`. */
await installPackages('tools');
await buildIfNeeded();
await run(bin('tsx'), ['scripts/engines/check.ts']);
