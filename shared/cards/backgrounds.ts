/** Meeting backgrounds: pictures with a card's code to put behind oneself in video calls. */

export const BACKGROUND_DESIGNS = ['paper', 'charcoal', 'colors', 'studio', 'rings'] as const;
export type BackgroundDesign = (typeof BACKGROUND_DESIGNS)[number];

export const BACKGROUND_DESIGN_LABELS: Record<BackgroundDesign, string> = {
  paper: 'Paper',
  charcoal: 'Charcoal',
  colors: 'Your colors',
  studio: 'Studio',
  rings: 'Rings',
};

/** Where the code stands, as other people see the picture. */
export const BACKGROUND_SIDES = ['left', 'right'] as const;
export type BackgroundSide = (typeof BACKGROUND_SIDES)[number];

/** Width and height in pixels. `thumbnail` and `preview` are for looking at, the others for use. */
export const BACKGROUND_SIZES = {
  thumbnail: [320, 180],
  preview: [1280, 720],
  hd: [1920, 1080],
  '4k': [3840, 2160],
} as const;
export type BackgroundSize = keyof typeof BACKGROUND_SIZES;
export const BACKGROUND_SIZE_NAMES = Object.keys(BACKGROUND_SIZES) as [BackgroundSize, ...BackgroundSize[]];
