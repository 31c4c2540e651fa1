import type { LeadQuestion } from './lead-questions.ts';
import type { SocialNetwork } from './links.ts';

/**
 * The kinds of fields that cards, contacts and leads are made of, with their limits and empty values. No schema library
 * here: screens read these tables for labels. The schemas are derived in `field-schemas.ts`, the columns in
 * `server/db/field-columns.ts`.
 */

interface TextRules {
  /** Maximum length in characters; the default depends on the kind. */
  max?: number;
  /** Makes the field required; this is the error message if it is empty. */
  required?: string;
  /** The error message if a required field was not sent at all; "Required" if left out. */
  missing?: string;
}

/** Text of one line or of several. */
export type LineKind = { kind: 'line' | 'text' } & TextRules;
export type ReachKind = { kind: 'mail' | 'phone' | 'link' } & TextRules;
/** A list typed into one field: short texts separated by commas, or web addresses one per line. */
export type ListKind = { kind: 'list'; of: 'tags' | 'websites'; max: number };
/** One picture or video: one of our files, an http(s) address, or inline data that the server stores. */
export type MediaFieldKind = {
  kind: 'media';
  of: 'image' | 'video';
  /** Also accepts the name of an animated background. */
  takesPresets?: true;
  /** A picture of a person: shown as a circle, and can be pasted anywhere on its screen. */
  isPortrait?: true;
};
export type MediaListKind = { kind: 'mediaList'; of: 'image' | 'video'; max: number };
/** `empty` is the default for a payload without colors, `start` the editor's initial value. */
export type ColorKind = { kind: 'color'; empty: string; start?: string };
export type SwitchKind = { kind: 'switch'; empty: boolean };
/** One of several options; without `empty`, the choice may be left open. */
export type ChoiceKind = { kind: 'choice'; options: readonly string[]; empty?: string };
export type ChoicesKind = { kind: 'choices'; options: readonly string[] };
/** An address or a handle for each social network. */
export type SocialKind = { kind: 'social' };
/** The questions of a form. */
export type QuestionsKind = { kind: 'questions' };

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
  | SocialKind
  | QuestionsKind;

export type Kind = FieldKind['kind'];

/** The wording of a field that every form needs. */
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
          : Field extends { kind: 'questions' }
            ? LeadQuestion[]
            : Field extends { kind: 'color' } | { required: string }
              ? string
              : string | null;

/** A question without an id gets one made from its label. */
export type SentQuestion = Pick<LeadQuestion, 'label'> & Partial<LeadQuestion>;

/** A field's value as it may be sent: `null` or empty text clears it, `undefined` leaves it unchanged. */
export type SentOf<Field> = Field extends { kind: 'social' }
  ? Partial<Record<SocialNetwork, string | null>> | null
  : Field extends { kind: 'questions' }
    ? SentQuestion[] | null
    : Field extends { kind: 'list' | 'mediaList' | 'choices' }
      ? ValueOf<Field> | null
      : Field extends { kind: 'choice' }
        ? ValueOf<Field> | (Field extends { empty: string } ? never : '' | undefined)
        : Field extends { kind: 'switch' | 'color' } | { required: string }
          ? ValueOf<Field>
          : ValueOf<Field> | undefined;

export type FieldTable = Readonly<Record<string, FieldKind>>;
export type ValuesOf<Table> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** The names of the fields of certain kinds. */
export type NamesOf<Table, Some extends Kind> = {
  [Name in keyof Table]: Table[Name] extends { kind: Some } ? Name : never;
}[keyof Table];

/** The value of an empty field. */
export function emptyOf(field: FieldKind) {
  switch (field.kind) {
    case 'list':
    case 'mediaList':
    case 'choices':
    case 'questions':
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

/** The fields of certain kinds, in the order of their table. */
export const namesOf = <Table extends FieldTable, Some extends Kind>(table: Table, ...kinds: Some[]) =>
  Object.keys(table).filter((name) => kinds.some((kind) => table[name]?.kind === kind)) as NamesOf<
    Table,
    Some
  >[];

/** An object with one value for each name. */
export const each = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** A table's values if nothing was entered. */
export const emptyValuesOf = <Table extends FieldTable>(table: Table) =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [name, emptyOf(field)])) as ValuesOf<Table>;

/** A subset of an object's properties. */
export const pick = <From extends object, Name extends keyof From>(from: From, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;

/** An object without some of its properties. */
export const omit = <From extends object, Name extends keyof From>(from: From, names: readonly Name[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name as Name))) as Omit<
    From,
    Name
  >;
