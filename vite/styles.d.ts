/** What `vite/client` says of styles that are text, without the browser's types that it brings along. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
