/** A part of an image, in hundredths of its sides after it was turned by quarters to the right. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
  quarters: number;
}

export const WHOLE: Cut = { x: 0, y: 0, width: 100, height: 100, quarters: 0 };
/** Without these, images are sent as they are. */
export const canCut = typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
