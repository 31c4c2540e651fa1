/** The declaration in `vite/client` of styles imported as text, without the browser types it also brings in. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
