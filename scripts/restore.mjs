import './check-host.mjs';
import { runOnFile } from './run-on-file.mjs';

/** `npm run restore -- FILE`: brings a backup into an empty place, with the same settings as `npm start`. */

await runOnFile('restore');
