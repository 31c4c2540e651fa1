import fs from 'node:fs';
import path from 'node:path';
import { buildIfNeeded, installPackages, requireNode, root } from './setup.mjs';

/** `npm start`: installs what is missing, builds if needed, and serves, in this very process so that signals arrive. */

requireNode();
process.chdir(root);
installPackages();
buildIfNeeded();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'production';
await import(path.join(root, 'dist/server/main.js'));
