import './check-host.mjs';
import { runOnFile } from './run-on-file.mjs';

/** `npm run backup -- FILE`: saves everything, whether the app is running or not, with the same settings as `npm start`. */

await runOnFile('backup');
