/**
 * The script of the landing page, which is complete without it: real tabs, and a link back for signed-in
 * users.
 */

const list = document.querySelector<HTMLElement>('[data-tabs]');
const tabs = [...(list?.querySelectorAll('a') ?? [])];
const panels = tabs.map((tab) => document.querySelector<HTMLElement>(tab.hash));

function selectTab(chosen: number): void {
  tabs.forEach((tab, index) => {
    tab.setAttribute('aria-selected', `${index === chosen}`);
    tab.tabIndex = index === chosen ? 0 : -1;
    panels[index]?.classList.toggle('is-shown', index === chosen);
  });
}

/** An address that names a panel shows that panel. */
function followHash(hash: string): void {
  const named = tabs.findIndex((tab) => tab.hash === hash);
  if (named >= 0) selectTab(named);
}

/**
 * WAI-ARIA tabs with automatic activation; set as attributes, since Firefox has the properties (`role`) only from 119.
 */
function turnIntoTabs(list: HTMLElement): void {
  list.setAttribute('role', 'tablist');
  list.nextElementSibling?.classList.add('has-tabs');
  tabs.forEach((tab, index) => {
    const panel = panels[index];
    if (!panel || !tab.parentElement) return;
    tab.parentElement.setAttribute('role', 'presentation');
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.tabIndex = 0;
    panel.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      selectTab(index);
    });
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(event.target as HTMLAnchorElement);
    const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1, ' ': at }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const next = (goal + tabs.length) % tabs.length;
    selectTab(next);
    tabs[next]?.focus();
  });
  selectTab(0);
  followHash(location.hash);
  addEventListener('hashchange', () => followHash(location.hash));
  // The example card's Exchange Contact leads to a panel too, even if the address already names it.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.action[href^="#"]')) {
    link.addEventListener('click', () => followHash(link.hash));
  }
}

if (list) turnIntoTabs(list);

try {
  if (localStorage.getItem('user')) {
    document.querySelector('[data-sign-in]')?.remove();
    document.querySelector<HTMLElement>('[data-offer]')?.style.setProperty('visibility', 'hidden');
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a.button')) {
      link.href = '/dashboard';
      link.textContent = 'Go to dashboard';
    }
  }
} catch {
  // Storage is off: no signed-in user is remembered here.
}
