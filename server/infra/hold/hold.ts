import type { Logger } from 'pino';
import type { Db } from '#server/db/open.ts';
import { watchDue } from '#server/infra/queue/due.ts';
import { isHeld } from './restored.ts';

/** The hold on what leaves the house, as a process knows it (docs/decisions/369). */

export interface Hold {
  /** True while nothing may leave the house. */
  readonly isOn: boolean;
  /** Calls `act` at the release, which each process hears of within seconds, and again if it rejects; never without a hold. */
  atRelease(act: () => Promise<void>): void;
  close(): Promise<void>;
}

/** For an operator who reads a notice or the log. */
export const HELD_NOTICE =
  'This is a restored copy. Nothing is sent until you release it: npm run admin -- release-restored';
/** The reason why a mail, a text or a message waits. */
export const HELD_REASON = 'A restored copy sends nothing until it is released';

const LOOK_MS = 2_000;

/** Looks for the end of a hold; only a release ends one, and none begins while a process runs. */
export async function createHold(db: Db, log: Logger): Promise<Hold> {
  let isOn = await isHeld(db);
  const acts: (() => Promise<void>)[] = [];
  const looking = watchDue(
    'release',
    async () => {
      if (isOn && (await isHeld(db))) return LOOK_MS;
      if (isOn) log.info('This restored copy was released');
      isOn = false;
      for (let act = acts[0]; act; act = acts[0]) {
        await act();
        acts.shift();
      }
      return null;
    },
    log,
  );
  if (isOn) {
    log.warn(HELD_NOTICE);
    looking.start();
  }
  return {
    get isOn() {
      return isOn;
    },
    atRelease: (act) => void acts.push(act),
    close: () => looking.stop(),
  };
}
