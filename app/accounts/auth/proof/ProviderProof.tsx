import type { SignInProvider } from '#shared/accounts/linked-sign-ins.ts';
import { buttonClass } from '#ui/Button.tsx';
import { ProviderLogo } from '../ProviderLogo.tsx';
import { pathToVisit } from '../sign-in-providers.ts';

/** Confirms who the user is by a sign-in at a linked provider, which leads back to this screen. */
export function ProviderProof({ providers }: { providers: readonly SignInProvider[] }) {
  const search = new URLSearchParams(window.location.search);
  // Of the last visit: it must not be said of the next one.
  for (const name of ['problem', 'with']) search.delete(name);
  const rest = search.toString();
  const here = window.location.pathname + (rest && `?${rest}`);
  if (providers.length === 0) return null;
  return (
    <div className="mb-5 space-y-3">
      {providers.map(({ name, label }) => (
        <a
          key={name}
          href={pathToVisit(name, { confirm: '1', next: here })}
          className={`${buttonClass('secondary')} w-full`}
        >
          <ProviderLogo name={name} />
          Confirm with {label}
        </a>
      ))}
      <p className="text-sm text-ink-2">You’ll come back here; then try again.</p>
    </div>
  );
}
