import { type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import type { LeadQuestion } from '#shared/contract/lead-questions.ts';

/** Two that are asked alike differ in how they are answered. */
function sayQuestion({ label, kind, options, isRequired }: LeadQuestion): string {
  const answer = { text: '', choice: options.join(' / ') || 'choice', yesNo: 'yes or no' }[kind];
  const facts = [answer, isRequired && 'required'].filter(Boolean).join(', ');
  return facts ? `${label} (${facts})` : label;
}

/** A value of the form in the words of its field; a picture or film stays an address. */
export function sayValue(path: string, value: unknown): unknown {
  const [name = ''] = path.split('.');
  const { kind, optionLabels = {} } = cardField(name as CardFieldName);
  const text = String(value);
  if (kind === 'choice') return optionLabels[text] ?? value;
  if (kind === 'questions') return (JSON.parse(text || '[]') as LeadQuestion[]).map(sayQuestion);
  const [, first = '', rest = ''] = (kind === 'media' && /^preset:(.)(.*)$/.exec(text)) || [];
  return first ? first.toUpperCase() + rest : value;
}
