import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { FacePicture } from '#app/cards/face/FacePicture.tsx';
import { COLOR_PRESETS } from '#shared/cards/color-presets.ts';
import type { TEMPLATES } from '#shared/contract/constants.ts';
import { capitalize } from '#shared/formats/capitalize.ts';
import { useCardForm } from '../card-form.ts';
import { useShownCard } from './use-shown-card.ts';

/** Each pair of colors in the design that suits it; the first is what a new card starts with. */
const DESIGNS: Record<(typeof COLOR_PRESETS)[number]['name'], (typeof TEMPLATES)[number]> = {
  'Professional Blue': 'modern',
  'Ocean Green': 'classic',
  'Sunset Orange': 'modern',
  'Royal Purple': 'minimal',
  'Forest Green': 'modern',
  'Tech Black': 'classic',
};
const LOOKS = COLOR_PRESETS.map(({ name, primary, secondary }) => ({
  name,
  primaryColor: primary,
  secondaryColor: secondary,
  template: DESIGNS[name],
}));
type Look = (typeof LOOKS)[number];

/** The card in six looks: one press sets the design and both colors. */
export function Looks() {
  const { control, setValue } = useCardForm();
  const group = useId();
  const [template, primary, secondary] = useWatch({
    control,
    name: ['template', 'primaryColor', 'secondaryColor'],
  });
  const card = useShownCard();
  const isChosen = (look: Look) =>
    look.template === template && look.primaryColor === primary && look.secondaryColor === secondary;
  const choose = (look: Look) => {
    for (const name of ['template', 'primaryColor', 'secondaryColor'] as const)
      setValue(name, look[name], { shouldDirty: true });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Pick a look</legend>
      <div className="-mx-[24px] mt-1 flex gap-3 overflow-x-auto px-[24px] py-1.5 [scrollbar-width:none] sm:-mx-1 sm:px-1">
        {LOOKS.map((look) => (
          <label
            key={look.name}
            title={`${capitalize(look.template)}, ${look.name}`}
            className="relative shrink-0 cursor-pointer rounded-control outline-offset-2 has-checked:outline-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-gold"
          >
            <input
              type="radio"
              name={group}
              checked={isChosen(look)}
              onChange={() => choose(look)}
              aria-label={`${capitalize(look.template)}, ${look.name}`}
              className="absolute inset-0 z-1 cursor-pointer appearance-none opacity-0"
            />
            <FacePicture card={{ ...card, ...look }} className="rounded-control [--scale:0.25]" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
