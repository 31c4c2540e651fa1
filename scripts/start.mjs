import './check-host.mjs';
import fs from 'node:fs';
import { forwardSignals } from './children.mjs';
import { serve } from './serve.mjs';
import { prepareProduct, root } from './setup.mjs';

/** `npm start`: installs and builds what is missing, and serves. */

forwardSignals();
process.chdir(root);
await prepareProduct();
if (fs.existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'production';
await serve();
