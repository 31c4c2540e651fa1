/** Finds an element in a page as a person or a screen reader would, in any engine. */

/** An element to find: every property must match. A string means exactly this name or text, apart from surrounding spaces. */
export interface Target {
  /** Its ARIA role, such as `button`, `link`, `textbox`, `heading`, `dialog`, `img`. */
  role?: string;
  /** Its accessible name; for a field, its label. */
  name?: string | RegExp;
  /** Its whole text; finds the innermost element that has it. */
  text?: string | RegExp;
  selector?: string;
  /** Inside the first element that matches this. */
  within?: Target;
  /** Also finds invisible elements, such as file fields behind buttons. */
  isUnseen?: boolean;
}

export interface Found {
  /** The middle of its visible part, in CSS pixels of the viewport. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** True if a pointer at that point hits it. */
  isMet: boolean;
  text: string;
  /** For fields only. */
  value: string;
  isFocused: boolean;
}

/** The argument of `find`: a target whose regular expressions are JSON. */
export function toPlain(target: Target): object {
  const plainText = (value?: string | RegExp) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value;
  const { name, text, within, ...rest } = target;
  return { ...rest, name: plainText(name), text: plainText(text), within: within && toPlain(within) };
}

type PlainText = string | { source: string; flags: string } | undefined;
interface PlainTarget extends Omit<Target, 'name' | 'text' | 'within'> {
  name?: PlainText;
  text?: PlainText;
  within?: PlainTarget;
}

/**
 * Runs in the page: it is sent there as source text and may use nothing outside itself. Returns the elements that
 * match; with `mark`, the first is scrolled into view and gets this attribute.
 */
export function findInPage(wanted: PlainTarget, mark?: string): Found[] {
  const IMPLICIT: Record<string, string> = {
    link: 'a[href], area[href]',
    button: 'button, summary, input[type=button], input[type=submit]',
    textbox:
      'textarea, input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=url], input[type=password]',
    searchbox: 'input[type=search]',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio]',
    combobox: 'select',
    slider: 'input[type=range]',
    heading: 'h1, h2, h3, h4, h5, h6',
    img: 'img',
    dialog: 'dialog',
    main: 'main',
    navigation: 'nav',
    list: 'ul, ol',
    listitem: 'li',
    table: 'table',
    row: 'tr',
    form: 'form',
    status: 'output',
  };
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const matches = (actual: string, expected: PlainText) => {
    if (expected === undefined) return true;
    if (typeof expected === 'string') return actual === clean(expected);
    return new RegExp(expected.source, expected.flags).test(actual);
  };
  // biome-ignore lint/performance/useDomNodeTextContent: what can be read, not what is hidden next to it
  const textOf = (element: Element) => clean((element as HTMLElement).innerText ?? element.textContent);
  /** Text content including alternative texts of images, roughly as in https://www.w3.org/TR/accname-1.2/. */
  const contentOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
    if (getComputedStyle(node).display === 'none') return '';
    const own = node.getAttribute('aria-label') ?? node.getAttribute('alt');
    if (own !== null) return own;
    const inner = [...node.childNodes].map(contentOf).join('');
    return getComputedStyle(node).display === 'inline' ? inner : ` ${inner} `;
  };
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labelling = ids.map((id) => document.getElementById(id)).filter((found) => found !== null);
    if (labelling.length > 0) return clean(labelling.map((found) => contentOf(found)).join(' '));
    const label = element.getAttribute('aria-label');
    if (label) return clean(label);
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    if (labels.length > 0) return clean(labels.map((found) => contentOf(found)).join(' '));
    const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
    if (element.matches('input[type=submit], input[type=button]'))
      return clean(element.getAttribute('value'));
    const content = isField || element.tagName === 'DIALOG' ? '' : clean(contentOf(element));
    return content || clean(element.getAttribute('title') ?? element.getAttribute('placeholder'));
  };
  const isSeen = (element: Element) => {
    const { visibility } = getComputedStyle(element);
    if (visibility !== 'visible' || element.closest('[inert]')) return false;
    return [...element.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  };
  const find = (target: PlainTarget, root: ParentNode): Element[] => {
    const { role, name, text, selector, within, isUnseen } = target;
    const start = within ? find(within, root)[0] : root;
    if (!start) return [];
    const explicit = `[role~="${role}"]`;
    const query = role ? [IMPLICIT[role], explicit].filter(Boolean).join(', ') : (selector ?? '*');
    let found = [...start.querySelectorAll(query)];
    if (role) found = found.filter((one) => !one.hasAttribute('role') || one.matches(explicit));
    if (role && selector) found = found.filter((one) => one.matches(selector));
    if (!isUnseen) found = found.filter(isSeen);
    if (role && !isUnseen) found = found.filter((one) => !one.closest('[aria-hidden=true]'));
    if (name !== undefined) found = found.filter((one) => matches(nameOf(one), name));
    if (text !== undefined) found = found.filter((one) => matches(textOf(one), text));
    const all = found;
    return text === undefined
      ? all
      : all.filter((one) => !all.some((other) => other !== one && one.contains(other)));
  };
  const found = find(wanted, document);
  const [first] = found;
  if (first && mark) {
    first.setAttribute(mark, '');
    const { top, bottom, left, right } = first.getBoundingClientRect();
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    // A bar may cover it at the edge of the window.
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isMet = over !== null && (first.contains(over) || over.contains(first));
    if (!isInside || !isMet) first.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  return found.map((element) => {
    // A link that runs over two lines has no middle of its own: use that of its first line.
    const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
    const { left, top, width, height } = box ?? element.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    const met = document.elementFromPoint(x, y);
    return {
      x,
      y,
      width,
      height,
      isMet:
        met !== null &&
        (element.contains(met) || met.contains(element) || met.closest('label')?.control === element),
      text: textOf(element),
      value: (element as HTMLInputElement).value ?? '',
      isFocused: element === document.activeElement,
    };
  });
}
