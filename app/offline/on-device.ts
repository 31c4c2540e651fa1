import { askBeforeSignOut } from './ask-before-sign-out.ts';
import { wipeAll, wipeOthers } from './device-copy.ts';
import { Offline } from './Offline.tsx';
import { standIn } from './stand-in.ts';
import { sendWaitingContacts } from './waiting-contacts.ts';

/** The functions that `late.ts` loads. */
export const onDevice = { Offline, askBeforeSignOut, sendWaitingContacts, standIn, wipeAll, wipeOthers };
