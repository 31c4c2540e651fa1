/** The messages between the screen and the worker that reads pictures. */

/** Languages whose data we serve, by the codes of the engine (ISO 639-2). */
export const SCAN_LANGUAGES = {
  eng: 'English',
  deu: 'German',
  fra: 'French',
  spa: 'Spanish',
  ita: 'Italian',
  por: 'Portuguese',
} as const;
export type ScanLanguage = keyof typeof SCAN_LANGUAGES;

/** The worker's script. It names everything else that it loads. */
export const READER_URL = '/scan/reader.js';

/** A picture, upright, four bytes a pixel as a canvas gives them; its memory goes to the worker. */
export interface ReadRequest {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
  languages: ScanLanguage[];
}

/** `loading`: in bytes as they are sent. `reading`: a fraction of 1. */
export type ReadReport =
  | { step: 'loading'; loaded: number; total: number }
  | { step: 'reading'; fraction: number }
  | { step: 'done'; text: string }
  | { step: 'failed'; why: ReadFailure };

/**
 * `unsupported`: this browser runs no WebAssembly here. `network`: what is needed could not be loaded. `memory`: this
 * device has too little for the picture. `broken`: anything else.
 */
export type ReadFailure = 'unsupported' | 'network' | 'memory' | 'broken';
