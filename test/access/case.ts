import type { Endpoint } from '#shared/contract/api.ts';
import type { Route } from '#shared/contract.ts';
import type { Estate, State } from '#test/access/estate.ts';

/** A call of the access test, and the statuses it may expect. */

/** The statuses for nobody, another account, the owner and an administrator. */
export type Statuses = readonly [nobody: number, other: number, owner: number, administrator: number];

export const EVERYONE = [200, 200, 200, 200] as const;
/** Each person gets their own data. */
export const SIGNED_IN = [401, 200, 200, 200] as const;
/** Nobody else may know that it exists. */
export const OWNER = [401, 404, 200, 404] as const;
/** A public card exists for everyone, so the answer may say that it belongs to someone else. */
const OWNER_OF_PUBLIC = [401, 403, 200, 403] as const;
export const ADMINISTRATOR = [401, 403, 403, 200] as const;
export const NOBODY = [404, 404, 404, 404] as const;
const NOBODY_SIGNED_IN = [401, 404, 404, 404] as const;

export const PUBLIC_CARD = {
  public: EVERYONE,
  paused: [404, 404, 200, 404],
  hidden: [404, 404, 200, 404],
  deleted: NOBODY,
} as const;
export const OWN_CARD = {
  public: OWNER_OF_PUBLIC,
  paused: OWNER,
  hidden: OWNER,
  deleted: NOBODY_SIGNED_IN,
} as const;
/** Visitors of any kind leave contacts and leads at public cards only. */
export const LEFT_AT_CARD = {
  public: EVERYONE,
  paused: NOBODY,
  hidden: NOBODY,
  deleted: NOBODY,
  closed: [403, 403, 403, 403],
} as const;

const USUAL = { anyone: EVERYONE, user: SIGNED_IN, admin: ADMINISTRATOR } as const;

/** The statuses of an endpoint of which nothing else is said: a signed-in person reaches what is their own. */
export const chooseUsual = ({ who, path }: Pick<Endpoint, 'who' | 'path'>): Statuses =>
  who === 'user' && path.includes('{') ? OWNER : USUAL[who];

export interface Case {
  route: Route | `${'GET' | 'POST'} /${'card' | 'portfolio' | 'media'}/${string}`;
  /** Tells cases of the same route apart. */
  about?: string;
  /** If left out, as usual for who may call. States that are not listed are not tested. */
  expected?: Statuses | { [name in State]?: Statuses };
  query?: string;
  body?: (owner: Estate) => unknown;
  /** Replaces the id that the path would get. */
  id?: (owner: Estate) => string;
  /** The answer shows the card itself. */
  showsCard?: true;
  /** The call is meant to change the owner's data, also when visitors make it. */
  isForVisitors?: true;
  /** The marks that the owner finds in the answer. */
  shows?: (owner: Estate) => string | readonly string[];
  /** Needs people who have made no other call, or cannot make another one afterwards. */
  byNewPeople?: true;
}
