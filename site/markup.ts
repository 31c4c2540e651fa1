import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { escapeMarkup } from '#shared/formats/markup.ts';
import { writeAttribute } from './attributes.ts';

/** Part of a document. Inline styles and scripts are parts of their own, because many pages have the same ones. */
export interface DocumentPart {
  tag: 'style' | 'script' | null;
  text: string;
}

interface Page {
  parts: DocumentPart[];
  /** The latest part, as far as it is written. */
  written: string;
  /** How many parts come before the links to pictures, which precede the title. */
  untilTitle: number | null;
  /** Links by which a browser fetches at once the pictures that it is about to show. */
  pictures: Set<string>;
  isInNoscript: boolean;
  /** The option that the select around it has chosen. */
  chosen: unknown;
}

type Props = Record<string, unknown> & { children?: ReactNode };

/**
 * Elements as markup, as React's own renderer writes them, which spends most of its time on what pages for visitors cannot
 * have: hooks, and parts that come later (docs/decisions/395).
 */
export const renderMarkup = (element: ReactElement): string => joinParts(writeParts(element, ''));

export const renderDocument = (element: ReactElement): DocumentPart[] =>
  writeParts(element, '<!doctype html>');

export const joinParts = (parts: DocumentPart[]): string => parts.map(({ text }) => text).join('');

function writeParts(element: ReactElement, start: string): DocumentPart[] {
  const page: Page = {
    parts: [],
    written: start,
    untilTitle: null,
    pictures: new Set(),
    isInNoscript: false,
    chosen: null,
  };
  write(element, page);
  endPart(page);
  const links = [...page.pictures].join('');
  if (links) page.parts.splice(page.untilTitle ?? 0, 0, { tag: null, text: links });
  return page.parts;
}

function endPart(page: Page): void {
  page.parts.push({ tag: null, text: page.written });
  page.written = '';
}

function write(node: ReactNode, page: Page): void {
  if (typeof node === 'string') page.written += escapeMarkup(node);
  else if (node === null || node === undefined || typeof node === 'boolean') return;
  else if (typeof node === 'number') page.written += node;
  else if (Array.isArray(node)) for (const child of node) write(child, page);
  else if (isValidElement<Props>(node)) writeElement(node, page);
  else throw new TypeError('Only text and elements have markup.');
}

function writeElement({ type, props }: ReactElement<Props>, page: Page): void {
  if (typeof type === 'string') writeTag(type, props, page);
  else if (typeof type === 'function') write((type as (props: Props) => ReactNode)(props), page);
  else if (type === Fragment) write(props.children, page);
  else throw new TypeError('Pages for visitors are made of tags and plain components.');
}

/** Elements without content (HTML, section 13.1.2). */
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source']);

function writeTag(tag: string, props: Props, page: Page): void {
  if (tag === 'title' && page.untilTitle === null) {
    endPart(page);
    page.untilTitle = page.parts.length;
  } else if (tag === 'img') noteForPreload(props, page);
  const hasOwnValue = tag === 'textarea' || tag === 'select';
  let opening = `<${tag}`;
  for (const name in props) {
    const value = props[name];
    if (value === null || value === undefined) continue;
    if (!hasOwnValue || !/^(?:value|defaultValue)$/.test(name)) opening += writeAttribute(name, value);
  }
  if (tag === 'option' && page.chosen !== null && page.chosen === (props.value ?? props.children))
    opening += ' selected=""';
  if (VOID.has(tag)) {
    page.written += `${opening}/>`;
    return;
  }
  page.written += `${opening}>`;
  writeContent(tag, props, page);
  page.written += `</${tag}>`;
}

function writeContent(tag: string, props: Props, page: Page): void {
  const { children, dangerouslySetInnerHTML: ready } = props;
  if (ready) {
    const text = (ready as { __html: string }).__html;
    // A data block has a type.
    if ((tag === 'style' || tag === 'script') && props.type === undefined) {
      endPart(page);
      page.parts.push({ tag, text });
    } else page.written += text;
  } else if (tag === 'select') {
    page.chosen = props.value ?? props.defaultValue ?? null;
    write(children, page);
    page.chosen = null;
  } else if (tag === 'noscript') {
    page.isInNoscript = true;
    write(children, page);
    page.isInNoscript = false;
  } else {
    const text = tag === 'textarea' ? String(props.value ?? props.defaultValue ?? '') : children;
    // A parser drops the first line break of these (HTML, section 13.2.6.4.7).
    if ((tag === 'textarea' || tag === 'pre') && typeof text === 'string' && text.startsWith('\n'))
      page.written += '\n';
    write(text, page);
  }
}

/** A picture is fetched before the rest of the page has been read, unless it is to wait until it is scrolled to. */
function noteForPreload({ src, srcSet, sizes, loading }: Props, page: Page): void {
  if (loading === 'lazy' || page.isInNoscript || !/^(?!data:)./i.test(String(srcSet ?? src ?? ''))) return;
  const link = srcSet ? { imageSrcSet: srcSet, imageSizes: sizes } : { href: src };
  const attributes = Object.entries({ rel: 'preload', as: 'image', ...link })
    .map(([name, value]) => (value === undefined ? '' : writeAttribute(name, value)))
    .join('');
  page.pictures.add(`<link${attributes}/>`);
}
