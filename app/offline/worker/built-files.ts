/** The app's own build, as its worker knows it; `vite/workers.ts` writes it into the bundle. */
export interface BuiltFiles {
  /** Scripts, styles and fonts, whose names contain a hash, and a few other files, each with one. */
  files: { url: string; revision: string | null }[];
  /** The hash of the app's document and of all files together. */
  shell: string;
}
