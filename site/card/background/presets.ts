import { BACKGROUND_PRESETS } from '#shared/contract/constants.ts';
import aurora from '../presets/aurora.css?inline';
import fire from '../presets/fire.css?inline';
import forest from '../presets/forest.css?inline';
import ocean from '../presets/ocean.css?inline';
import space from '../presets/space.css?inline';
import sunset from '../presets/sunset.css?inline';
import type { Preset } from './CardBackground.tsx';

/** The animated backgrounds: layers that only transform and change opacity, and stand still under reduced motion. */

const PRESET_CSS: Record<Preset, string> = { aurora, ocean, fire, space, forest, sunset };

export const presetCss = (preset: Preset): string => PRESET_CSS[preset];

/** All six, for the editor, which shows them side by side. */
export const allPresetsCss: string = BACKGROUND_PRESETS.map(presetCss).join('');
