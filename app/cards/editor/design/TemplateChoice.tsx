import { FacePicture } from '#app/cards/face/FacePicture.tsx';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { useCardForm } from '../card-form.ts';
import { useShownCard } from './use-shown-card.ts';

const LABELS = CARD_FIELDS.template.optionLabels;
const TEXTS = {
  modern: 'Clean and professional',
  classic: 'Traditional business style',
  minimal: 'Simple and elegant',
};

/** This card in each of the three designs. */
export function TemplateChoice() {
  const { register } = useCardForm();
  const card = useShownCard();
  return (
    <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <legend className="sr-only">Template</legend>
      {TEMPLATES.map((template) => (
        <label
          key={template}
          className="relative flex cursor-pointer items-center gap-4 rounded-surface border border-line bg-surface p-3 transition-colors hover:border-control has-disabled:cursor-default has-disabled:opacity-60 has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold sm:flex-col sm:items-stretch sm:gap-3"
        >
          <input
            type="radio"
            value={template}
            {...register('template')}
            aria-label={`${LABELS[template]}: ${TEXTS[template]}`}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <FacePicture
            card={{ ...card, template }}
            className="rounded-control [--scale:0.36] min-[24.375rem]:[--scale:0.4] sm:[--scale:0.44] md:[--scale:0.5] lg:[--scale:0.4] xl:[--scale:0.46]"
          />
          <span className="min-w-0">
            <span className="block font-medium">{LABELS[template]}</span>
            <span className="block text-sm text-ink-2">{TEXTS[template]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
