import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { COLOR_PRESETS, QUIET_PALETTES } from '#shared/cards/color-presets.ts';
import { useCardForm } from '../card-form.ts';

type Preset = (typeof COLOR_PRESETS | typeof QUIET_PALETTES)[number];

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The specification's six pairs of colors, and four quiet ones. */
export function ColorPresets() {
  const { control, setValue } = useCardForm();
  const name = useId();
  const [primary, secondary] = useWatch({ control, name: ['primaryColor', 'secondaryColor'] });
  const choose = (preset: Preset) => {
    const options = { shouldDirty: true, shouldValidate: true };
    setValue('primaryColor', preset.primary, options);
    setValue('secondaryColor', preset.secondary, options);
  };
  const isChosen = (preset: Preset) => isSame(primary, preset.primary) && isSame(secondary, preset.secondary);
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Color presets</legend>
      {[COLOR_PRESETS, QUIET_PALETTES].map((presets) => (
        <div key={presets[0].name} className="grid grid-cols-2 gap-3">
          {presets.map((preset) => (
            <PresetOption
              key={preset.name}
              group={name}
              preset={preset}
              isChosen={isChosen(preset)}
              onChoose={() => choose(preset)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

interface PresetOptionProps {
  group: string;
  preset: Preset;
  isChosen: boolean;
  onChoose: () => void;
}

function PresetOption({ group, preset, isChosen, onChoose }: PresetOptionProps) {
  return (
    <label className="relative flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line bg-surface px-3 py-2 text-sm transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold">
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      />
      <span
        aria-hidden="true"
        className="size-7 shrink-0 rounded-full"
        style={{ background: `linear-gradient(135deg, ${preset.primary} 50%, ${preset.secondary} 50%)` }}
      />
      {preset.name}
    </label>
  );
}
