import { type $Type, sql } from 'drizzle-orm';
import { boolean, jsonb, text } from 'drizzle-orm/pg-core';
import type { FieldKind, FieldTable, Social, ValueOf } from '#shared/contract/field-kinds.ts';
import type { LeadQuestion } from '#shared/contract/lead-questions.ts';
import type { DetailField, DetailValue } from '#shared/people/record-field.ts';
import { momentColumn } from './columns.ts';
import type { MigratedColumns } from './migrations/columns.ts';

/** Field tables as columns, so that no field can lack one. */

const required = (name: string) => text(name).notNull();
const optional = (name: string) => text(name);
const preset = (name: string, empty: string) => text(name).notNull().default(empty);
const list = (name: string) => text(name).array().notNull().default(sql`'{}'`);
const flag = (name: string, empty: boolean) => boolean(name).notNull().default(empty);
const social = (name: string) => jsonb(name).$type<Social>().notNull().default({});
const json = <Value>(name: string, empty: Value) => jsonb(name).$type<Value>().notNull().default(empty);
const questions = (name: string) => jsonb(name).$type<LeadQuestion[]>().notNull().default([]);

function createColumn(name: string, field: FieldKind) {
  switch (field.kind) {
    case 'list':
    case 'mediaList':
    case 'choices':
      return list(name);
    case 'social':
      return social(name);
    case 'questions':
      return questions(name);
    case 'switch':
      return flag(name, field.empty);
    case 'color':
      return preset(name, field.empty);
    case 'choice':
      return field.empty ? preset(name, field.empty) : optional(name);
    default:
      return 'required' in field ? required(name) : optional(name);
  }
}

type ColumnOf<Field> = Field extends { kind: 'list' | 'mediaList' | 'choices' }
  ? $Type<ReturnType<typeof list>, ValueOf<Field>>
  : Field extends { kind: 'social' }
    ? ReturnType<typeof social>
    : Field extends { kind: 'questions' }
      ? ReturnType<typeof questions>
      : Field extends { kind: 'switch' }
        ? ReturnType<typeof flag>
        : Field extends { empty: string }
          ? $Type<ReturnType<typeof preset>, ValueOf<Field>>
          : Field extends { required: string }
            ? ReturnType<typeof required>
            : $Type<ReturnType<typeof optional>, NonNullable<ValueOf<Field>>>;

type Columns<Table> = { -readonly [Name in keyof Table]: ColumnOf<Table[Name]> };

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
/** Compiles only if every field's column has a migration; the error names the field without one. */
type Migrated<Table, Column, Field = FieldKind> = {
  [Name in keyof Table]: SnakeCase<Name> extends Column ? Field : 'run npm run db:generate';
};

function createDetailColumn(name: string, field: DetailField) {
  switch (field.kind) {
    case 'further':
    case 'addresses':
    case 'properties':
      return json<object[]>(name, []);
    case 'social':
      return json<Record<string, string>>(name, {});
    case 'tags':
      return list(name);
    case 'moment':
      return momentColumn(name);
    default:
      return optional(name);
  }
}

type DetailColumnOf<Field> = Field extends { kind: 'further' | 'addresses' | 'properties' | 'social' }
  ? ReturnType<typeof json<DetailValue<Field>>>
  : Field extends { kind: 'tags' }
    ? ReturnType<typeof list>
    : Field extends { kind: 'moment' }
      ? ReturnType<typeof momentColumn>
      : ReturnType<typeof optional>;

const mapColumns = <Field, Column>(
  table: Readonly<Record<string, Field>>,
  make: (name: string, field: Field) => Column,
) => Object.fromEntries(Object.entries(table).map(([name, field]) => [name, make(toSnakeCase(name), field)]));

/** The columns of a table's fields, `jobTitle` as `job_title`. Each needs a migration: `npm run db:generate`. */
export const columnsOf = <Name extends keyof MigratedColumns, Table extends FieldTable>(
  _name: Name,
  table: Table & Migrated<Table, MigratedColumns[Name]>,
) => mapColumns(table, createColumn) as Columns<Table>;

/** Likewise the columns of the details of a contact. */
export const detailColumnsOf = <
  Name extends keyof MigratedColumns,
  Table extends Readonly<Record<string, DetailField>>,
>(
  _name: Name,
  table: Table & Migrated<Table, MigratedColumns[Name], DetailField>,
) =>
  mapColumns<DetailField, ReturnType<typeof createDetailColumn>>(table, createDetailColumn) as {
    -readonly [Field in keyof Table]: DetailColumnOf<Table[Field]>;
  };
