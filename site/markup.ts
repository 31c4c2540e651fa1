import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Elements as markup. The only importer of React's renderer, which is for the server alone. */
export const renderMarkup = (element: ReactElement): string => renderToStaticMarkup(element);
