import { type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import type { LeadQuestion } from '#shared/contract/lead-questions.ts';

/** A value of the form in the words of its field; a picture or film stays an address. */
export function sayValue(path: string, value: unknown): unknown {
  const [name = ''] = path.split('.');
  const { kind, optionLabels = {} } = cardField(name as CardFieldName);
  const text = String(value);
  if (kind === 'choice') return optionLabels[text] ?? value;
  if (kind === 'questions') return (JSON.parse(text || '[]') as LeadQuestion[]).map(({ label }) => label);
  const [, first = '', rest = ''] = (kind === 'media' && /^preset:(.)(.*)$/.exec(text)) || [];
  return first ? first.toUpperCase() + rest : value;
}
