import type { z } from '#shared/contract/zod.ts';

/**
 * One convention for all settings (docs/decisions/350). A setting is declared once, with its name in the environment,
 * how its text is read, and one sentence for documents. `.env.example`, docs/settings.md, the search for misspelled
 * names and the type of the configuration follow from that.
 */

export type Environment = Readonly<Record<string, string | undefined>>;

/** One or more sentences about settings, for the operator. They quote no secret. */
export class Problem extends Error {}

interface About {
  /** A sentence for documents. */
  meaning: string;
  /** Text that stands for a blank one, in documents too. */
  standard?: string;
}

export interface Setting<T> extends About {
  name: string;
  schema: z.ZodType<T>;
}

/** A setting that is undefined when blank, unless there is a `standard`. */
export function setting<T>(name: string, schema: z.ZodType<T>, about: Required<About>): Setting<T>;
export function setting<T>(name: string, schema: z.ZodType<T>, about: About): Setting<T | undefined>;
export function setting<T>(name: string, schema: z.ZodType<T>, about: About): Setting<T> {
  return { name, schema, ...about };
}

type Fields = Record<string, Setting<unknown>>;
type Values<F extends Fields> = { [Key in keyof F]: F[Key] extends Setting<infer T> ? T : never };
/** Of a provider that is set up: what it needs is there. */
type Complete<F extends Fields, Needed extends keyof F> = {
  [Key in keyof F]: Key extends Needed ? NonNullable<Values<F>[Key]> : Values<F>[Key];
};

interface Needs<F extends Fields, Needed extends keyof F> {
  fields: readonly Needed[];
  /** Of no use without those. */
  or?: readonly (keyof F)[];
  /** True if nothing set is a problem, too. */
  isWanted?: boolean;
  /** A sentence, in place of the usual one, about the names that are missing. */
  explain?: (missing: string[], isSet: (field: keyof F) => boolean) => string;
  /** The page of docs that says where to get them. */
  page?: string;
}

interface Definition<F extends Fields, Needed extends keyof F, Result, Ability> {
  /** The heading in documents, also of neighbors with the same one. */
  section: string;
  fields: F;
  /** Needed by a provider: either all of it is set, or nothing is and the result is undefined. */
  needs?: Needs<F, Needed>;
  /** Makes the result of values that are right one by one. Throws a Problem if they do not fit together. */
  read?: (values: Complete<F, Needed>, env: Environment) => Result;
  /** Names that are settings only because of what others say. */
  namesIn?: (env: Environment) => string[];
  /** For screens, which offer nothing that is missing: true if it is set up, unless this says more. */
  ability?: (result: Result | undefined, now: Date) => Ability;
}

export interface SettingGroup<Result, Ability = unknown> {
  section: string;
  settings: readonly Setting<unknown>[];
  namesIn: (env: Environment) => string[];
  /** Throws a Problem that explains everything that is wrong. */
  read: (env: Environment) => Result;
  ability: (result: Result, now: Date) => Ability;
}

/** The part of the configuration that these settings become. */
export type Output<S> = S extends { read: (env: Environment) => infer Result } ? Result : never;

const isGiven = (env: Environment, name: string) => Boolean(env[name]?.trim());

/** "A is", "A and B are", "A, B and C are". */
const areOf = (names: string[], verb = names.length > 1 ? 'are' : 'is') => `${listOf(names)} ${verb}`;
const listOf = (names: string[]) => names.join(', ').replace(/, ([^,]+)$/, ' and $1');

export function defineSettings<
  F extends Fields,
  Needed extends keyof F = never,
  Result = Complete<F, Needed>,
  Ability = boolean,
>(definition: Definition<F, Needed, Result, Ability>) {
  const { section, fields, needs, read, namesIn, ability } = definition;
  const settings = Object.values(fields);
  const result: SettingGroup<[Needed] extends [never] ? Result : Result | undefined, Ability> = {
    section,
    settings,
    ability: ability ?? ((value) => (value !== undefined) as Ability),
    namesIn: (env) => [...settings.map(({ name }) => name), ...(namesIn?.(env) ?? [])],
    read(env) {
      const missing = needs ? findMissing(fields, needs, env) : [];
      const { values, wrong } = readEach(fields, env);
      const problems = [...(missing ?? []), ...wrong];
      if (problems.length > 0) throw new Problem(problems.join(' '));
      if (!missing) return undefined as never;
      const complete = values as Complete<F, Needed>;
      return (read ? read(complete, env) : complete) as Result;
    },
  };
  return result;
}

/** Sentences about what is missing; null if nothing is set at all. */
function findMissing<F extends Fields, Needed extends keyof F>(
  fields: F,
  { fields: needed, or = [], isWanted, explain, page }: Needs<F, Needed>,
  env: Environment,
): string[] | null {
  const isSet = (field: keyof F) => isGiven(env, nameOf(field));
  const nameOf = (field: keyof F) => fields[field]?.name ?? '';
  if (!isWanted && ![...needed, ...or].some(isSet)) return null;
  const missing = needed.filter((field) => !isSet(field) && !fields[field]?.standard).map(nameOf);
  if (missing.length === 0) return [];
  if (explain) return [explain(missing, isSet)];
  const where = page ? ` ${page} says how to get them.` : '';
  return [`${areOf(needed.map(nameOf), 'belong')} together: ${areOf(missing)} not set.${where}`];
}

/** Each value, and a sentence for each that is wrong. */
function readEach(fields: Fields, env: Environment) {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [field, { name, schema, standard }] of Object.entries(fields)) {
    const text = isGiven(env, name) ? env[name] : standard;
    const read = text ? schema.safeParse(text) : undefined;
    values[field] = read?.data;
    for (const { message } of read?.error?.issues ?? []) wrong.push(`${name} is wrong: ${message}.`);
  }
  return { values, wrong };
}

/** Reads several; throws one Problem that explains everything that is wrong. */
export function readTogether<Result>(
  readAll: (read: <T>(group: Pick<SettingGroup<T>, 'read'>) => T) => Result,
  env: Environment,
): Result {
  const problems: string[] = [];
  const result = readAll(({ read }) => {
    try {
      return read(env);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error.message);
      // Nobody sees it: the Problem below is thrown in place of a result.
      return undefined as never;
    }
  });
  if (problems.length > 0) throw new Problem(problems.join(' '));
  return result;
}
