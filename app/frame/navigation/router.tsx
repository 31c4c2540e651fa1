/**
 * The part of a router that our screens use, on top of our history (docs/decisions/061). Its names and behavior are
 * those of react-router, which a reader knows.
 */
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
} from 'react';
import { browserHistory, type MoveOptions } from './history.ts';
import { addressOf, type Location } from './history-state.ts';
import type { Params } from './match-path.ts';

interface NavigateOptions extends MoveOptions {
  replace?: boolean;
}

/** The place that is shown: while the next screen loads, the history is one ahead. */
export const LocationContext = createContext<Location | null>(null);

/** The parts of the address that the screen's path leaves open, and the screen. */
export const RouteContext = createContext<{ params: Params; outlet: ReactNode }>({
  params: {},
  outlet: null,
});

export function useLocation(): Location {
  const location = use(LocationContext);
  if (!location) throw new Error('HistoryRouter is missing around this component.');
  return location;
}

export const useParams = () => use(RouteContext).params;

/** Draws the screen that belongs to the address, in the frame around it. */
export const Outlet = () => use(RouteContext).outlet;

function navigate(to: string, { replace = false, ...options }: NavigateOptions = {}): void {
  browserHistory[replace ? 'replace' : 'push'](to, options);
}

export const useNavigate = () => navigate;

/** The parameters of the address, and a function that replaces them all. */
export function useSearchParams() {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: Record<string, string> | URLSearchParams, options?: NavigateOptions) =>
      navigate(`${pathname}?${new URLSearchParams(next)}`, options),
    [pathname],
  );
  return [params, setParams] as const;
}

/** Goes to another screen in place of this one, as soon as it is rendered. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string;
}

/** Returns whether a click asks for the address here, and not in another tab, window or file. */
function staysHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const isPlain = !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
  return event.button === 0 && isPlain && (target === '' || target === '_self');
}

export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !staysHere(event)) return;
    event.preventDefault();
    // A link to where we are adds no entry to go back through.
    const isHere = addressOf(browserHistory.current()) === to;
    navigate(to, { replace: replace ?? isHere, state, preventScrollReset });
  };
  return <a {...rest} href={to} onClick={follow} />;
}
