import type { BACKGROUND_PRESETS } from '#shared/constants.ts';
import { PresetBackground } from '#site/card/Stage.tsx';

interface PresetTileProps {
  preset: (typeof BACKGROUND_PRESETS)[number];
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** An animated background, moving, as one of a group of radio buttons. */
export function PresetTile({ preset, group, isChosen, onChoose }: PresetTileProps) {
  return (
    <label className="relative block cursor-pointer overflow-hidden rounded-control border border-line transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold">
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 z-10 cursor-pointer appearance-none opacity-0"
      />
      <span className="relative block h-16 overflow-hidden">
        <PresetBackground preset={preset} />
      </span>
      <span className="block bg-surface px-3 py-2 text-sm capitalize">{preset}</span>
    </label>
  );
}
