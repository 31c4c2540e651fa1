import { useEffect, useState } from 'react';
import { hasWaitingContacts, WAITING_CHANGED } from '#app/frame/api/session.ts';
import { canAskForPush, isPutOff } from '#app/messages/notices/push-choice.ts';
import type { DeviceFacts } from './list-notices.ts';

const countOwn = async () => (await import('#app/offline/waiting-contacts.ts')).listWaiting();

/** Only the account's key tells whose the contacts are that wait here: undefined until that is known. */
function useWaitingCount(): number | undefined {
  const [count, setCount] = useState(() => (hasWaitingContacts() ? undefined : 0));
  useEffect(() => {
    const look = () => {
      if (hasWaitingContacts())
        void countOwn().then(
          ({ length }) => setCount(length),
          () => setCount(0),
        );
      else setCount(0);
    };
    look();
    window.addEventListener(WAITING_CHANGED, look);
    return () => window.removeEventListener(WAITING_CHANGED, look);
  }, []);
  return count;
}

export const useDeviceFacts = (): DeviceFacts => ({
  waiting: useWaitingCount(),
  canAskForPush: canAskForPush() && !isPutOff(),
});
