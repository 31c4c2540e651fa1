import fs from 'node:fs';
import path from 'node:path';
import { buildIfNeeded, installPackages, requireNode, root } from './setup.mjs';

/** `npm run admin -- grant USERNAME`: a command on the database of the app, with the settings that `npm start` takes. */

requireNode();
process.chdir(root);
installPackages();
buildIfNeeded();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
await import(path.join(root, 'dist/server/command.js'));
