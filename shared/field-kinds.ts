import type { SocialNetwork } from './links.ts';

/**
 * The kinds of field that cards, contacts and leads are made of, with their limits and what an empty one holds. No
 * schema library here: screens read these tables for a label. The schemas are derived in `field-schemas.ts`, the columns
 * in `server/db/field-columns.ts`.
 */

interface TextRules {
  /** Longest accepted text, in characters; each kind has its own limit where this is left out. */
  max?: number;
  /** The field cannot be empty, and this sentence says so. */
  required?: string;
  /** The sentence for a required field that was not sent at all; "Required" when left out. */
  missing?: string;
}

/** One line, or several. */
export type LineKind = { kind: 'line' | 'text' } & TextRules;
export type ReachKind = { kind: 'mail' | 'phone' | 'link' } & TextRules;
/** A list typed into one field: short texts between commas, or web addresses one per line. */
export type ListKind = { kind: 'list'; of: 'tags' | 'websites'; max: number };
/** One picture or film: a file of ours, an http(s) address, or inline data that the server stores. */
export type MediaFieldKind = {
  kind: 'media';
  of: 'image' | 'video';
  /** Takes the name of an animated background, too. */
  takesPresets?: true;
  /** A picture of a person: shown round, and pasted from anywhere on its screen. */
  isPortrait?: true;
};
export type MediaListKind = { kind: 'mediaList'; of: 'image' | 'video'; max: number };
/** `empty` is what a payload without colors gets, `start` what the editor begins with. */
export type ColorKind = { kind: 'color'; empty: string; start?: string };
export type SwitchKind = { kind: 'switch'; empty: boolean };
/** One of several; without `empty` none may be chosen. */
export type ChoiceKind = { kind: 'choice'; options: readonly string[]; empty?: string };
export type ChoicesKind = { kind: 'choices'; options: readonly string[] };
/** An address or a handle for each social network. */
export type SocialKind = { kind: 'social' };

export type FieldKind =
  | LineKind
  | ReachKind
  | ListKind
  | MediaFieldKind
  | MediaListKind
  | ColorKind
  | SwitchKind
  | ChoiceKind
  | ChoicesKind
  | SocialKind;

export type Kind = FieldKind['kind'];

/** What every form needs to know of a field. */
export interface FieldWords {
  label: string;
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
}

export type Social = Partial<Record<SocialNetwork, string>>;

type Option<Field> = Field extends { options: readonly (infer One)[] } ? One : never;

/** A field's value as it is stored and returned. */
export type ValueOf<Field> = Field extends { kind: 'list' | 'mediaList' }
  ? string[]
  : Field extends { kind: 'choices' }
    ? Option<Field>[]
    : Field extends { kind: 'choice' }
      ? Option<Field> | (Field extends { empty: string } ? never : null)
      : Field extends { kind: 'switch' }
        ? boolean
        : Field extends { kind: 'social' }
          ? Social
          : Field extends { kind: 'color' } | { required: string }
            ? string
            : string | null;

/** A field's value as it may be sent: `null` or empty text empties it, `undefined` leaves it as it is. */
export type SentOf<Field> = Field extends { kind: 'social' }
  ? Partial<Record<SocialNetwork, string | null>> | null
  : Field extends { kind: 'list' | 'mediaList' | 'choices' }
    ? ValueOf<Field> | null
    : Field extends { kind: 'choice' }
      ? ValueOf<Field> | (Field extends { empty: string } ? never : '' | undefined)
      : Field extends { kind: 'switch' | 'color' } | { required: string }
        ? ValueOf<Field>
        : ValueOf<Field> | undefined;

export type FieldTable = Readonly<Record<string, FieldKind>>;
export type ValuesOf<Table> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** The names of the fields of some kinds. */
export type NamesOf<Table, Some extends Kind> = {
  [Name in keyof Table]: Table[Name] extends { kind: Some } ? Name : never;
}[keyof Table];

/** What an empty field holds. */
export function emptyOf(field: FieldKind) {
  switch (field.kind) {
    case 'list':
    case 'mediaList':
    case 'choices':
      return [];
    case 'social':
      return {};
    case 'switch':
    case 'color':
      return field.empty;
    case 'choice':
      return field.empty ?? null;
    default:
      return 'required' in field ? '' : null;
  }
}

/** The fields of some kinds, in the order of their table. */
export const namesOf = <Table extends FieldTable, Some extends Kind>(table: Table, ...kinds: Some[]) =>
  Object.keys(table).filter((name) => kinds.some((kind) => table[name]?.kind === kind)) as NamesOf<
    Table,
    Some
  >[];

/** An object with one value for each name. */
export const each = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** A table's values when nothing was entered. */
export const emptyValuesOf = <Table extends FieldTable>(table: Table) =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [name, emptyOf(field)])) as ValuesOf<Table>;

/** Some of an object's properties. */
export const pick = <From extends object, Name extends keyof From>(from: From, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
