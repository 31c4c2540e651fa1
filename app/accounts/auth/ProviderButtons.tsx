import { buttonClass } from '#ui/Button.tsx';
import { ProviderLogo } from './ProviderLogo.tsx';
import { pathToVisit, signInProviders } from './sign-in-providers.ts';

/** The ways to sign in or register with a provider, if there are any; `next` is where to go afterwards. */
export function ProviderButtons({ next }: { next: string }) {
  if (signInProviders.length === 0) return null;
  return (
    <>
      <p className="my-5 flex items-center gap-3 text-sm text-ink-2 before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
        or
      </p>
      <ul className="space-y-3">
        {signInProviders.map(({ name, label }) => (
          <li key={name}>
            <a href={pathToVisit(name, { next })} className={`${buttonClass('secondary')} w-full`}>
              <ProviderLogo name={name} />
              Continue with {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
