import './check-host.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { prepareProduct, root } from './setup.mjs';

/** `npm run admin -- grant USERNAME`: a command on the app's database, with the same settings as `npm start`. */

process.chdir(root);
await prepareProduct();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
await import(path.join(root, 'dist/server/command.js'));
