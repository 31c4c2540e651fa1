/**
 * The script of a public card, which is complete without it: it counts the view, confirms that the contact
 * was saved, and opens the exchange form as a dialog. It is sent inline with every card.
 */

import { TOAST_MS } from '#ui/toast-time.ts';
import { followSave } from './follow-save.client.ts';
import { BY_BACK, openAsStep } from './forms/dialog-step.client.ts';
import { showOwnerBar } from './owner/owner-bar.client.ts';

const findElement = <T extends Element>(selector: string, inside: ParentNode = document) =>
  inside.querySelector<T>(selector);

// As attributes: Firefox has the properties (`ariaDisabled`) only since version 119.
const setAria = (element: Element, name: string, value: boolean) =>
  element.setAttribute(`aria-${name}`, `${value}`);

const isDisabled = (element: Element) => element.getAttribute('aria-disabled') === 'true';

const sendJson = (url: string, body: unknown, keepalive = false) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive,
  });

/** Counts the view once somebody sees the page: not while it is prerendered or in a background tab. */
function countView(cardId: string): void {
  const count = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', count);
    const query = new URLSearchParams(location.search);
    const tag = query.get('tag') ?? query.get('utm_campaign');
    const view = { referrer: document.referrer, via: query.get('via'), tag };
    sendJson(`/api/cards/${cardId}/views`, view, true).catch(() => {});
  };
  document.addEventListener('visibilitychange', count);
  count();
}

type Fields = Record<string, string>;

const FAILED = 'Failed to share contact';
const WAITS = 'We’ll send this when you’re back online. Keep this page open.';

const isWaiting = (form: HTMLFormElement) => form.hasAttribute('data-waits');

/** Shows a bold title above a text, a text alone, or nothing if there is no text. */
function showMessage(place: Element, title: string, text: string): void {
  const strong = document.createElement('strong');
  strong.textContent = title;
  place.replaceChildren(...(text && title ? [strong] : []), text);
}

/** Shows the error under each field and focuses the first, or says why the whole form failed or waits. */
function showErrors(form: HTMLFormElement, fields: Fields, message = ''): void {
  form.toggleAttribute('data-waits', message === WAITS);
  const alert = findElement('[role=alert]', form);
  if (alert) showMessage(alert, isWaiting(form) ? '' : FAILED, message);
  for (const control of form.querySelectorAll<HTMLInputElement>('[aria-describedby]')) {
    const text = fields[control.name] ?? '';
    const error = findElement(`#${control.id}-error`);
    if (error) error.textContent = text;
    setAria(control, 'invalid', text !== '');
  }
  findElement<HTMLElement>('[aria-invalid=true]', form)?.focus();
}

function checkForm(form: HTMLFormElement): Fields {
  const errors: Fields = {};
  for (const { name, value, validity, dataset } of form.querySelectorAll<HTMLInputElement>('[data-needed]')) {
    if (!value.trim() || !validity.valid) errors[name] = dataset.needed ?? '';
  }
  return errors;
}

/** Shows the form, or the thank-you message in its place. */
function showForm(form: HTMLFormElement, isShared: boolean): void {
  const shared = form.nextElementSibling as HTMLElement;
  form.hidden = isShared;
  shared.hidden = !isShared;
  if (isShared) findElement<HTMLElement>('[tabindex]', shared)?.focus();
}

const BY_BUTTON = 'button';
const LATER = 'Please try again later.';
const AGAIN = `${LATER} What you typed is saved and will be sent again automatically.`;
const FIRST_WAIT_MS = 2_000;
const LAST_WAIT_MS = 64_000;

function sendForm(form: HTMLFormElement, key: string): Promise<Response | null> {
  // A form that was visible from the start was shown when the page loaded.
  const elapsed = performance.now() - Number(form.dataset.shownAt ?? 0);
  const body = { ...Object.fromEntries(new FormData(form)), elapsed, key };
  return sendJson(form.dataset.api ?? '', body).catch(() => null);
}

/** Shows which fields were refused, or why the form failed; returns the latter. */
async function showRefusal(form: HTMLFormElement, reply: Response): Promise<string> {
  const { message = LATER, fields } = reply.status > 499 ? {} : await reply.json().catch(() => ({}));
  // In a dialog that was closed meanwhile, nobody sees what is wrong with a field.
  const failure = !fields ? message : form.offsetParent ? '' : (Object.values<string>(fields)[0] ?? message);
  showErrors(form, fields ?? {}, failure);
  return failure;
}

function showBusy(submit: HTMLElement, label: string | null, isBusy: boolean): void {
  submit.textContent = label;
  setAria(submit, 'disabled', isBusy);
}

/**
 * Sends the form to its `data-api`. While there is no network it waits, and while the server is down it is sent again
 * after increasing delays; the key makes it count once even if a response was lost. `tell` hears of a success, without
 * a text, and of the first failure after a press.
 */
function sendByScript(form: HTMLFormElement, tell?: (failure?: string) => void): void {
  const submit = findElement<HTMLElement>('[type=submit]', form);
  if (!submit) return;
  const label = submit.textContent;
  let key = '';
  let timer: ReturnType<typeof setTimeout>;
  let last = '';
  /** Returns why it is to be sent again, or an empty text. */
  const share = async () => {
    key ||= crypto.getRandomValues(new Uint32Array(4)).join('-');
    const sent = key;
    const reply = await sendForm(form, key);
    if (!reply || [502, 503, 504].includes(reply.status)) return key !== sent ? '' : reply ? AGAIN : WAITS;
    if (reply.ok) {
      key = '';
      showErrors(form, {});
      showForm(form, true);
      tell?.();
    } else {
      const failure = await showRefusal(form, reply);
      if (failure) tell?.(failure);
    }
    return '';
  };
  const run = async (wait: number) => {
    showBusy(submit, submit.dataset.pending ?? label, true);
    const reason = await share();
    // The server's delays begin once there is a network.
    if (reason === AGAIN && last === WAITS) wait = FIRST_WAIT_MS;
    last = reason;
    if (reason) {
      const isLast = reason === AGAIN && wait > LAST_WAIT_MS;
      // Said once, however often it is tried.
      if (reason === AGAIN || !isWaiting(form)) showErrors(form, {}, isLast ? LATER : reason);
      if (reason === AGAIN && wait === FIRST_WAIT_MS) tell?.(LATER);
      if (!isLast) timer = setTimeout(run, wait, Math.min(wait, LAST_WAIT_MS) * 2);
    }
    showBusy(submit, label, false);
  };
  form.addEventListener('reset', () => {
    clearTimeout(timer);
    key = '';
  });
  addEventListener('online', () => {
    if (!isWaiting(form) || isDisabled(submit)) return;
    clearTimeout(timer);
    run(FIRST_WAIT_MS);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const errors = checkForm(form);
    showErrors(form, errors);
    if (isDisabled(submit) || Object.keys(errors).length) return;
    clearTimeout(timer);
    // Above a long form, why it failed or waits is out of sight of the button.
    run(FIRST_WAIT_MS).then(() => findElement('[role=alert]', form)?.scrollIntoView({ block: 'nearest' }));
  });
}

function openAsDialog(opener: HTMLElement, dialog: HTMLDialogElement, form: HTMLFormElement): void {
  const toast = findElement<HTMLElement>('.toast', dialog);
  let toastTimer: ReturnType<typeof setTimeout>;
  sendByScript(form, (failure) => {
    if (!toast) return;
    const { title = '', text = '' } = toast.dataset;
    showMessage(toast, failure ? FAILED : title, failure ?? text);
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => toast.replaceChildren(), TOAST_MS);
  });
  const open = openAsStep(dialog, () => {
    // Anything outside an open dialog is neither visible nor announced.
    if (toast) dialog.append(toast);
    form.dataset.shownAt = `${performance.now()}`;
  });
  opener.addEventListener('click', (event) => {
    event.preventDefault();
    open();
  });
  dialog.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-close]')) dialog.close(BY_BUTTON);
  });
  dialog.addEventListener('close', () => {
    if (toast) document.body.append(toast);
    // Back is easily pressed or swiped by mistake: keep what was typed for when the form is opened again. What waits
    // for the network is kept by Escape, too, and still goes.
    const isKept = isWaiting(form) ? dialog.returnValue !== BY_BUTTON : dialog.returnValue === BY_BACK;
    if (isKept && !form.hidden) return;
    form.reset();
    showErrors(form, {});
    showForm(form, false);
  });
}

const cardId = findElement<HTMLElement>('[data-card]')?.dataset.card;
if (cardId) {
  showOwnerBar(cardId).catch(() => {});
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => countView(cardId), { once: true });
  } else countView(cardId);
}
followSave(document.querySelectorAll('[data-save]'));
const opener = findElement<HTMLElement>('[data-exchange]');
const dialog = findElement<HTMLDialogElement>('dialog');
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-api]')) {
  if (!dialog?.contains(form)) sendByScript(form);
  // A browser without dialogs follows the link to the form's own page.
  else if (opener && 'showModal' in dialog) openAsDialog(opener, dialog, form);
}
// WebKit does not print images that were never scrolled into view. Chromium loads and awaits them, unless we do it.
if (navigator.vendor.startsWith('Apple')) {
  addEventListener('beforeprint', () => {
    for (const image of document.images) image.loading = 'eager';
  });
}

/**
 * After everything else: the worker fetches what the browser has loaded by then. It is in charge of `/card/…` or `/c/…`;
 * a card opened at a username is kept under its own address.
 */
async function keepForLater({ serviceWorker }: Navigator): Promise<void> {
  const [scope] = /^\/(c|card)\//.exec(location.pathname) ?? [];
  const { active, installing } = await serviceWorker.register('/card-sw.js', { scope: scope ?? '/card/' });
  const worker = scope ? (await serviceWorker.ready).active : (active ?? installing);
  const path = scope ? location.href : `/card/${cardId}`;
  const pictures = [...document.images].map((image) => image.currentSrc);
  const paper = document.querySelectorAll<HTMLImageElement & HTMLLinkElement>('.code img,[media=print]');
  worker?.postMessage([path, ...pictures, ...[...paper].map(({ src, href }) => src || href)]);
}
addEventListener('load', () => {
  findElement('.code img')?.setAttribute('loading', 'eager');
  keepForLater(navigator).catch(() => {});
});
