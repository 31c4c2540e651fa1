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

/** A page; lengths of shapes are in units of `unit` points. */
export interface VectorDocument {
  /** In points. */
  width: number;
  height: number;
  unit: number;
  title: string;
  shapes: VectorShape[];
}

export type VectorShape =
  | {
      kind: 'rectangle';
      x: number;
      y: number;
      width: number;
      height: number;
      radius: number;
      fill: string;
    }
  | {
      kind: 'path';
      /** SVG path data. */
      paths: string[];
      rule: 'even-odd' | 'non-zero';
      place: { x: number; y: number; scale: number };
      /** A color, or a gradient from the origin to a point. */
      fill: string | { from: string; to: string; x: number; y: number };
    }
  /** A square JPEG or PNG. */
  | { kind: 'picture'; x: number; y: number; side: number; radius: number; bytes: Buffer };

// An interface would not fit `TaskShapes`.
export type PictureTasks = {
  /** An upload as it is stored: upright, at most 800 px a side, without metadata, and with its small widths. */
  fit: { input: { file: string }; output: FittedPicture };
  /** A photo as a language model is shown it: upright, a JPEG of at most `side` pixels a side on white, without metadata. */
  legible: { input: { file: string; side: number }; output: Buffer };
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
  /**
   * True if a decoder reads `text` in the drawing of a QR code: at 300 pixels, blurred, with less contrast and, if it
   * may be small, at 120.
   */
  scan: { input: { svg: string; text: string; isSmall: boolean }; output: boolean };
  /** A PDF of one page. */
  pdf: { input: VectorDocument; output: Buffer };
  /** The icon comes from the logo, the photo or, without both, the product's mark, an SVG drawing. */
  pass: { input: { photo: Buffer | null; logo: Buffer | null; mark: string }; output: PassPictures };
};

/** The pictures of an Apple Wallet pass by file name, each at one, two and three pixels to a point. */
export type PassPictures = Record<string, Buffer>;

export type TaskName = keyof PictureTasks;
export type PictureTask = {
  [Name in TaskName]: { name: Name; input: PictureTasks[Name]['input'] };
}[TaskName];
export type TaskOutput = PictureTasks[TaskName]['output'];
