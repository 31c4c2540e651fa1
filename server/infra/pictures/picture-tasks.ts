/**
 * The tasks of a picture process and their results. Both sides use these types; only the child loads the image library.
 */

/** A picture at a width that phones need, as WebP. */
export interface SmallPicture {
  /** In pixels; the picture itself may be narrower, since nothing is enlarged. */
  width: number;
  bytes: Buffer;
}

export interface FittedPicture {
  type: 'image/jpeg' | 'image/webp';
  extension: 'jpg' | 'webp';
  bytes: Buffer;
  width: number;
  height: number;
  small: SmallPicture[];
}

// An interface would not fit `TaskShapes`.
export type PictureTasks = {
  /** An upload as it is stored: upright, at most 800 px a side, without metadata, and with its small widths. */
  fit: { input: { file: string }; output: FittedPicture };
  /** The small widths of a picture that is already stored. */
  shrink: { input: { bytes: Buffer }; output: SmallPicture[] };
  /**
   * A square cut from the middle, or with `isWhole` the whole picture in a white square; an icon is a PNG with few
   * colors. Transparency becomes white, except in `png`.
   */
  crop: {
    input: { bytes: Buffer; side: number; type: 'jpeg' | 'png' | 'icon'; isWhole?: boolean };
    output: Buffer;
  };
  /** As large as fits into this many pixels, as PNG with its transparency. */
  inside: { input: { bytes: Buffer; width: number; height: number }; output: Buffer };
  /** An SVG drawing as PNG, on white. */
  draw: { input: { svg: string }; output: Buffer };
};

export type TaskName = keyof PictureTasks;
export type PictureTask = {
  [Name in TaskName]: { name: Name; input: PictureTasks[Name]['input'] };
}[TaskName];
export type TaskOutput = PictureTasks[TaskName]['output'];
