import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { each } from '#shared/contract/field-kinds.ts';

/** A value for a card's field, by its kind, that differs from the field's initial value. */
export function createSample(name: CardFieldName): unknown {
  const field = cardField(name);
  switch (field.kind) {
    case 'line':
      return `${field.label}; of ’Ada’`.slice(0, field.max).trim();
    case 'text':
      return `${field.label}\nsecond line`;
    case 'mail':
      return `${name}@example.com`;
    case 'phone':
      return `+44 20 7946 00${10 + CARD_FIELD_NAMES.indexOf(name)}`;
    case 'link':
      return `https://example.com/${name}`;
    case 'list':
      return [field.of === 'tags' ? `One of ${name}` : `${name.toLowerCase()}.example`];
    case 'media':
      return field.takesPresets ? 'preset:aurora' : `https://example.com/${name}.jpg`;
    case 'mediaList':
      return [`https://example.com/${name}.jpg`];
    case 'color':
      return `#0000${10 + CARD_FIELD_NAMES.indexOf(name)}`;
    case 'switch':
      return !field.empty;
    case 'choice':
      return field.options.findLast((option) => option !== field.empty);
    case 'choices':
      return field.options.slice(0, 2);
    case 'questions':
      return [
        { id: 'q1', label: 'What?', kind: 'choice', options: ['A house', 'An office'], isRequired: true },
      ];
    case 'social':
      return { linkedin: 'ada', zoom: 'ada zoom' };
  }
}

/** Every field an owner may set. */
export const FULL_CARD = each(CARD_FIELD_NAMES, createSample);

/** The fields that a card cannot do without. */
export const MINIMAL_CARD: Readonly<Record<string, unknown>> = Object.fromEntries(
  CARD_FIELD_NAMES.filter((name) => 'required' in cardField(name)).map((name) => [name, createSample(name)]),
);
