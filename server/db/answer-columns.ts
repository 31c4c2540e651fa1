import { jsonb } from 'drizzle-orm/pg-core';
import type { Answer, Consent } from '#shared/contract/lead-questions.ts';

/** A person's answers and consents, in the row of the contact or lead that says who they are. */

export const answersColumn = () => jsonb('custom_fields').$type<Answer[]>().notNull().default([]);
export const consentsColumn = () => jsonb('consents').$type<Consent[]>().notNull().default([]);
