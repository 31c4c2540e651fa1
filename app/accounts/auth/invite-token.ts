import { matchPath } from '#app/frame/navigation/match-path.ts';
import { screens } from '#shared/contract/screens.ts';

/** The token of the invite to which somebody returns after this; undefined if they go elsewhere. */
export const inviteTokenIn = (next: string): string | undefined => matchPath(screens.claim)(next)?.token;
