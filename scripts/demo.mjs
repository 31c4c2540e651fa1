import './check-host.mjs';
import { forwardSignals } from './children.mjs';
import { serve } from './serve.mjs';
import { prepareProduct, root } from './setup.mjs';

/**
 * `npm run demo`: serves demo data of its own in ./data-demo. Settings come from the environment only, never from
 * `.env`, so that the demo cannot be pointed at real data by accident.
 */

forwardSignals();
process.chdir(root);
await prepareProduct();
process.env.NODE_ENV = 'production';
process.env.GOLDLEAF_DEMO = 'on';
process.env.DATA_DIR ||= './data-demo';
process.env.LOG_LEVEL ||= 'warn';
await serve();
