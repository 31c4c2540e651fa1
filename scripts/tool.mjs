import './check-host.mjs';
import { findBin, installPackages, run } from './setup.mjs';

/** `node scripts/tool.mjs biome check .`: runs a program of the workspace `tools`, and installs that first if needed. */

const [name = '', ...args] = process.argv.slice(2);
await installPackages('tools');
await run(findBin(name), args);
