import { Pause } from 'lucide-react';
import { useId, useState } from 'react';
import { BACKGROUND_PRESETS } from '#shared/contract/constants.ts';
import { PresetBackground } from '#site/card/background/CardBackground.tsx';
import { allPresetsCss } from '#site/card/background/presets.ts';
import { Button } from '#ui/Button.tsx';
import { useStyles } from '#ui/styles.ts';

/** The position of a preset's layers; the rest of the card's styles are not needed here. */
const SKY_CSS = '.sky,.sky i{position:absolute;inset:0;display:block}.sky{overflow:hidden}';
const STILL = '[&_i]:[animation-play-state:paused]!';

interface PresetChoiceProps {
  /** The value of the slot: `preset:…` for one of these. */
  value: string;
  onChoose: (value: string) => void;
}

/** The six animated backgrounds, moving. */
export function PresetChoice({ value, onChoose }: PresetChoiceProps) {
  useStyles(SKY_CSS + allPresetsCss);
  const id = useId();
  const [isStill, setIsStill] = useState(false);
  return (
    <fieldset aria-labelledby={id}>
      <div className="flex items-center justify-between gap-4">
        <p id={id} className="text-sm font-medium">
          Animated backgrounds
        </p>
        {/* Motion that starts by itself must be stoppable (WCAG 2.2, 2.2.2). */}
        <Button
          variant="quiet"
          size="small"
          aria-pressed={isStill}
          className="aria-pressed:bg-line/60 motion-reduce:hidden"
          onClick={() => setIsStill(!isStill)}
        >
          <Pause size={16} />
          Pause
        </Button>
      </div>
      <div className={`mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3 ${isStill ? STILL : ''}`}>
        {BACKGROUND_PRESETS.map((preset) => (
          <label
            key={preset}
            className="relative block cursor-pointer overflow-hidden rounded-control border border-line transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
          >
            <input
              type="radio"
              name={id}
              checked={value === `preset:${preset}`}
              onChange={() => onChoose(`preset:${preset}`)}
              className="absolute inset-0 z-10 cursor-pointer appearance-none opacity-0"
            />
            <span className="relative block h-16 overflow-hidden">
              <PresetBackground preset={preset} />
            </span>
            <span className="block bg-surface px-3 py-2 text-sm capitalize">{preset}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
