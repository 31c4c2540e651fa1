import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import { browserHistory } from './history.ts';

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
  return (
    <Router navigator={browserHistory} location={location}>
      {children}
    </Router>
  );
}
