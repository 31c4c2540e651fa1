import { BACKGROUND_PRESETS } from '#shared/contract/constants.ts';
import type { FaceFields, HeadProps } from '#site/card/face.ts';
import { buildSrcSet, FULL_SIZES } from '#site/card/src-set.ts';

/** The background of a card: a video, an animation or an image. */

export type Preset = (typeof BACKGROUND_PRESETS)[number];

const PREFIX = 'preset:';

/** The animated preset of a card, if it has one; an unknown name falls back to aurora. */
export function findPreset({ backgroundVideo }: Pick<FaceFields, 'backgroundVideo'>): Preset | null {
  if (!backgroundVideo?.startsWith(PREFIX)) return null;
  const name = backgroundVideo.slice(PREFIX.length);
  return BACKGROUND_PRESETS.find((preset) => preset === name) ?? 'aurora';
}

/** One preset as layers moved by styles alone; see `presets/`. */
export function PresetBackground({ preset }: { preset: Preset }) {
  return (
    <div className={`sky ${preset}`} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}

type CardBackgroundProps = Pick<HeadProps, 'card' | 'shows' | 'across'>;

/** The background of a card: its video or preset, otherwise its image, otherwise nothing. */
export function CardBackground({ card, shows, across = FULL_SIZES }: CardBackgroundProps) {
  const preset = findPreset(card);
  if (preset) {
    return (
      <div className="stage">
        <PresetBackground preset={preset} />
      </div>
    );
  }
  if (shows(card.backgroundVideo)) {
    return (
      <div className="stage">
        <video src={card.backgroundVideo} autoPlay muted loop playsInline tabIndex={-1} aria-hidden="true" />
      </div>
    );
  }
  if (!shows(card.backgroundImage)) return null;
  return (
    <div className="stage">
      <img src={card.backgroundImage} {...buildSrcSet(card.backgroundImage, across)} alt="" />
    </div>
  );
}

export const hasBackground = ({ card, shows }: CardBackgroundProps): boolean =>
  findPreset(card) !== null || shows(card.backgroundVideo) || shows(card.backgroundImage);

/** True if something may move: a background, or videos to play. */
export const hasFilm = (card: FaceFields): boolean =>
  [card.backgroundVideo, ...card.videoGallery, ...card.testimonialVideos].some(Boolean);

export const hasGallery = (card: FaceFields): boolean =>
  [card.photoGallery, card.videoGallery, card.portfolioImages, card.testimonialVideos].flat().length > 0;
