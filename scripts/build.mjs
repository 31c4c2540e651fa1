import './check-host.mjs';
import { buildIfNeeded, installPackages } from './setup.mjs';

await installPackages();
await buildIfNeeded();
