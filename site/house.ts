import fonts from '#ui/fonts.css?inline';
import styles from './house.css?inline';

/** The display face of our own pages, which is preloaded. */
export const DISPLAY_FONT = '/assets/fraunces-360-1.woff2';

/** The type and base styles of our own pages. */
export const houseCss = fonts + styles;
