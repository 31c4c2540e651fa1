import { useWatch } from 'react-hook-form';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { useCardForm } from '../card-form.ts';
import { TemplateSketch } from './TemplateSketch.tsx';

const WORDS = {
  modern: { label: 'Modern', text: 'Clean and professional' },
  classic: { label: 'Classic', text: 'Traditional business style' },
  minimal: { label: 'Minimal', text: 'Simple and elegant' },
};

/** The three designs, each sketched in the chosen colors. */
export function TemplateChoice() {
  const { control, register } = useCardForm();
  const [primary, secondary] = useWatch({ control, name: ['primaryColor', 'secondaryColor'] });
  return (
    <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <legend className="sr-only">Template</legend>
      {TEMPLATES.map((template) => (
        <label
          key={template}
          className="relative flex cursor-pointer items-center gap-4 rounded-surface border border-line bg-surface p-3 transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold sm:flex-col sm:items-stretch sm:gap-3"
        >
          <input
            type="radio"
            value={template}
            {...register('template')}
            aria-label={`${WORDS[template].label}: ${WORDS[template].text}`}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <TemplateSketch template={template} primary={primary} secondary={secondary} />
          <span className="min-w-0">
            <span className="block font-medium">{WORDS[template].label}</span>
            <span className="block text-sm text-ink-2">{WORDS[template].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
