import type { ReactNode } from 'react';

const PAGE_CSS = [
  ':root{color-scheme:light dark;--paper:#fbfaf7;--surface:#fff;--ink:#1a1a1a;--ink-2:#57534e;--line:#e7e3da;--gold:#d4af37;--gold-ink:#7a5f12;--danger:#b42318}',
  '@media(prefers-color-scheme:dark){:root{--paper:#141311;--surface:#1d1b18;--ink:#f5f5f5;--ink-2:#a8a29e;--line:#2e2a26;--gold-ink:#d4af37;--danger:#f97066}}',
  '*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}',
  'h1,h2{text-wrap:balance;line-height:1.15}a{color:var(--gold-ink)}:focus-visible{outline:3px solid var(--gold);outline-offset:2px}',
  'main{max-width:640px;margin:0 auto;padding:24px}footer{text-align:center;padding:24px;font-size:15px;color:var(--ink-2)}',
  '.button{display:inline-block;padding:12px 20px;border-radius:10px;border:1px solid var(--ink);background:var(--ink);color:var(--paper);font:inherit;font-weight:600;text-decoration:none;text-align:center;cursor:pointer}',
  '.button.quiet{background:none;color:var(--ink)}',
].join('');

interface LayoutProps {
  title: string;
  /** Styles under those of the page; a page that brings all of its own replaces them. */
  base?: string;
  /** Styles of this page, after `base`. */
  css?: string;
  head?: ReactNode;
  bodyClass?: string;
  /** Our own bundled code, run when the page stands; see `vite/script.ts`. */
  script?: string;
  children: ReactNode;
}

/** The document of every public page: complete before any script runs, nothing from anywhere else. */
export function Layout({ title, base = PAGE_CSS, css = '', head, bodyClass, script, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link
          rel="icon"
          href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' stroke-width='1.75' fill='none'%3E%3Cpath stroke='%23D4AF37' d='M8.6 8.1a8 8 0 0 1 6.8-3.2h13.7v7.7a8 8 0 0 1-1.6 4.8'/%3E%3Cpath fill='%23D4AF37' d='M3 27v-7.5a8.5 8.5 0 0 1 8.5-8.5H25v7.5a8.5 8.5 0 0 1-8.5 8.5z'/%3E%3Cpath stroke='%236B5210' d='M3.4 26.6l14-9.6'/%3E%3C/svg%3E"
        />
        {head}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants and checked #rrggbb colours */}
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
