import type { BACKGROUND_PRESETS } from '#shared/constants.ts';

type Preset = (typeof BACKGROUND_PRESETS)[number];

interface PresetTileProps {
  preset: Preset;
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** An animated background, moving. */
export function PresetTile({ preset, group, isChosen, onChoose }: PresetTileProps) {
  const label = `${preset[0]?.toUpperCase()}${preset.slice(1)}`;
  return (
    <label className="relative block cursor-pointer overflow-hidden rounded-control border border-line transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold">
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 z-10 cursor-pointer appearance-none opacity-0"
      />
      <span className="block bg-surface px-3 py-2 text-sm">{label}</span>
    </label>
  );
}
