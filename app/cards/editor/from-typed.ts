import type { CardField } from '#shared/cards/card-fields/card-field.ts';
import { emptyOf } from '#shared/contract/field-kinds.ts';
import type { LeadQuestion } from '#shared/contract/lead-questions.ts';
import { splitCommas, splitLines } from './lists.ts';

/** The value that was typed, checked or not. */
export function fromTyped(field: CardField, typed: unknown): unknown {
  switch (field.kind) {
    case 'list':
      return field.of === 'tags' ? splitCommas(String(typed)) : splitLines(String(typed));
    case 'social':
      return Object.fromEntries(Object.entries(Object(typed)).filter(([, text]) => String(text).trim()));
    case 'questions':
      // The options of a choice stay in the form when it becomes another kind, and are checked no longer.
      return (JSON.parse(String(typed) || '[]') as LeadQuestion[]).map((question) =>
        question.kind === 'choice' ? question : { ...question, options: [] },
      );
    case 'mediaList':
    case 'choices':
    case 'switch':
    case 'color':
      return typed;
    default:
      return String(typed).trim() || emptyOf(field);
  }
}
