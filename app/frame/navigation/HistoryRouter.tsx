import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { browserHistory } from './history.ts';
import { LocationContext } from './router.tsx';

/**
 * Renders what belongs to the address; the old screen stays until the next one's chunk has loaded (docs/decisions/061).
 */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(browserHistory.current);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setLocation(browserHistory.current()));
    follow();
    return browserHistory.listen(follow);
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}
