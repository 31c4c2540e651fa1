import { buildIfNeeded, findBin, installPackages, run } from './setup.mjs';

/** `npm run check:engines`: builds what has changed, and checks it against `.browserslistrc`. */
await installPackages('tools');
await buildIfNeeded();
await run(findBin('tsx'), ['scripts/engines/check.ts']);
