/**
 * What a script adds to a public card, which is complete without it: counts the view, says that the contact was saved,
 * opens the exchange form as a dialog, and can hold the background still. It is sent inline with every card.
 */

const find = <T extends Element>(selector: string, inside: ParentNode = document) =>
  inside.querySelector<T>(selector);

const send = (url: string, body: unknown, keepalive = false) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive,
  });

/** Counts the view once someone sees the page: not while it is prerendered or in a tab behind others. */
function countView(cardId: string): void {
  const count = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', count);
    send(`/api/cards/${cardId}/views`, { referrer: document.referrer }, true).catch(() => {});
  };
  document.addEventListener('visibilitychange', count);
  count();
}

/** The link downloads by itself, so that in-app browsers manage too; asking for its head tells whether there was a file. */
function followSave(link: HTMLAnchorElement): void {
  link.addEventListener('click', async (event) => {
    if (link.ariaDisabled) return event.preventDefault();
    const reply = await fetch(link.href, { method: 'HEAD' }).catch(() => null);
    const words = find('span', link);
    if (!reply?.ok || !words) return;
    words.textContent = 'Contact Saved';
    link.ariaDisabled = 'true';
  });
}

type Fields = Record<string, string>;
type Control = HTMLInputElement;

/** Sends a form where its `data-api` says, shows what is wrong under each field, and calls `done` when it was taken. */
function takeOver(form: HTMLFormElement, done: () => void) {
  const alert = find('[role=alert]', form);
  const submit = find('[type=submit]', form);
  const controls = [...form.querySelectorAll<Control>('[aria-describedby]')];
  if (!alert || !submit) return () => {};
  const label = submit.textContent;

  const show = (fields: Fields, message = '') => {
    alert.textContent = message;
    for (const control of controls) {
      const text = fields[control.name] ?? '';
      const error = find(`#${control.id}-error`);
      if (error) error.textContent = text;
      control.ariaInvalid = text ? 'true' : null;
    }
    find<HTMLElement>('[aria-invalid=true]', form)?.focus();
  };
  const check = () => {
    const wrong = controls.filter(
      ({ dataset, value, validity }) => dataset.needed && !(value.trim() && validity.valid),
    );
    return Object.fromEntries(wrong.map(({ name, dataset }) => [name, dataset.needed ?? '']));
  };
  const share = async () => {
    const reply = await send(form.dataset.api ?? '', Object.fromEntries(new FormData(form)));
    if (reply.ok) return done();
    const { message, fields = {} } = await reply.json();
    const isAboutFields = Object.keys(fields).length > 0;
    show(fields, isAboutFields ? '' : `Failed to share contact. ${message}`);
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const errors = check();
    show(errors);
    if (submit.ariaDisabled || Object.keys(errors).length) return;
    submit.textContent = (submit as HTMLElement).dataset.pending ?? label;
    submit.ariaDisabled = 'true';
    await share().catch(() => show({}, 'Failed to share contact. Please try again later.'));
    submit.textContent = label;
    submit.ariaDisabled = null;
  });
  return () => {
    form.reset();
    show({});
  };
}

const TOAST_MS = 5_000;

function turnIntoDialog(opener: HTMLElement, dialog: HTMLDialogElement, form: HTMLFormElement): void {
  const shared = find<HTMLElement>('[data-shared]', dialog);
  const toast = find<HTMLElement>('.toast', dialog);
  if (!shared || !toast) return;
  const turn = (isShared: boolean) => {
    form.hidden = isShared;
    shared.hidden = !isShared;
  };
  const clear = takeOver(form, () => {
    turn(true);
    find<HTMLElement>('h2', shared)?.focus();
    const title = document.createElement('strong');
    title.textContent = toast.dataset.title ?? '';
    toast.replaceChildren(title, toast.dataset.text ?? '');
    setTimeout(() => toast.replaceChildren(), TOAST_MS);
  });
  opener.addEventListener('click', (event) => {
    event.preventDefault();
    // What stands outside an open dialog is neither seen nor heard.
    dialog.append(toast);
    dialog.showModal();
  });
  dialog.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-close]')) dialog.close();
  });
  dialog.addEventListener('close', () => {
    document.body.append(toast);
    clear();
    turn(false);
  });
}

/** Whatever moves by itself can be stopped (WCAG 2.2, 2.2.2). */
function offerStillness(button: HTMLElement, stage: HTMLElement): void {
  button.hidden = false;
  button.addEventListener('click', () => {
    const isStill = stage.classList.toggle('is-still');
    button.ariaPressed = `${isStill}`;
    const video = find<HTMLVideoElement>('video', stage);
    if (isStill) video?.pause();
    else video?.play();
  });
}

const cardId = find<HTMLElement>('[data-card]')?.dataset.card;
if (cardId) {
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => countView(cardId), { once: true });
  } else countView(cardId);
}
const save = find<HTMLAnchorElement>('[data-save]');
if (save) followSave(save);
const opener = find<HTMLElement>('[data-exchange]');
const dialog = find<HTMLDialogElement>('dialog');
const form = dialog && find<HTMLFormElement>('form', dialog);
// A browser without dialogs follows the link to the form's own page.
if (opener && form && 'showModal' in dialog) turnIntoDialog(opener, dialog, form);
const stage = find<HTMLElement>('.stage');
const still = find<HTMLElement>('[data-still]');
if (stage && still) offerStillness(still, stage);

// Its names are its own, not the page's.
export {};
