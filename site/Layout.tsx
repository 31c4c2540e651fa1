import type { ReactNode } from 'react';

interface LayoutProps {
  title: string;
  /** Tokens and base styles shared by pages of the same kind. */
  base: string;
  /** Styles of this page only, after `base`. */
  css?: string;
  head?: ReactNode;
  bodyClass?: string;
  /** The page extends under notches and rounded corners; its styles must then keep text and controls clear of them. */
  isEdgeToEdge?: boolean;
  /** Our own bundled code, run once the page is parsed; see `vite/script.ts`. */
  script?: string;
  children: ReactNode;
}

/** The document of every public page: complete before any script runs, and nothing loaded from another origin. */
export function Layout({
  title,
  base,
  css = '',
  head,
  bodyClass,
  isEdgeToEdge,
  script,
  children,
}: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content={`width=device-width, initial-scale=1${isEdgeToEdge ? ', viewport-fit=cover' : ''}`}
        />
        <title>{title}</title>
        <link
          rel="icon"
          href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' stroke-width='1.75' fill='none'%3E%3Cpath stroke='%23D4AF37' d='M8.6 8.1a8 8 0 0 1 6.8-3.2h13.7v7.7a8 8 0 0 1-1.6 4.8'/%3E%3Cpath fill='%23D4AF37' d='M3 27v-7.5a8.5 8.5 0 0 1 8.5-8.5H25v7.5a8.5 8.5 0 0 1-8.5 8.5z'/%3E%3Cpath stroke='%236B5210' d='M3.4 26.6l14-9.6'/%3E%3C/svg%3E"
        />
        {head}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants and checked #rrggbb colors */}
        <style dangerouslySetInnerHTML={{ __html: base + css }} />
      </head>
      <body className={bodyClass}>
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, bundled at build time */}
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}
