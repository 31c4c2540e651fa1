import './check-host.mjs';
import fs from 'node:fs';
import { forwardSignals } from './children.mjs';
import { serve } from './serve.mjs';
import { buildIfNeeded, installPackages, root } from './setup.mjs';

/** `npm start`: installs what is missing, builds if needed, and serves. */

forwardSignals();
process.chdir(root);
await installPackages();
await buildIfNeeded();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'production';
await serve();
