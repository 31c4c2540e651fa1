declare module '*?script' {
  /** A module bundled and minified for browsers; see `vite/script.ts`. */
  export const script: string;
}
