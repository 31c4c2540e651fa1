import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { COLOR_PRESETS } from '#shared/contract/constants.ts';
import { useCardForm } from '../card-form.ts';

type Preset = (typeof COLOR_PRESETS)[number];

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The specification's six pairs of colors. */
export function ColorPresets() {
  const { control, setValue } = useCardForm();
  const name = useId();
  const [primary, secondary] = useWatch({ control, name: ['primaryColor', 'secondaryColor'] });
  const choose = (preset: Preset) => {
    const options = { shouldDirty: true, shouldValidate: true };
    setValue('primaryColor', preset.primary, options);
    setValue('secondaryColor', preset.secondary, options);
  };
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <legend className="sr-only">Color presets</legend>
      {COLOR_PRESETS.map((preset) => (
        <label
          key={preset.name}
          className="relative flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line bg-surface px-3 py-2 text-sm transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
        >
          <input
            type="radio"
            name={name}
            checked={isSame(primary, preset.primary) && isSame(secondary, preset.secondary)}
            onChange={() => choose(preset)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <span
            aria-hidden="true"
            className="size-7 shrink-0 rounded-full"
            style={{ background: `linear-gradient(135deg, ${preset.primary} 50%, ${preset.secondary} 50%)` }}
          />
          {preset.name}
        </label>
      ))}
    </fieldset>
  );
}
