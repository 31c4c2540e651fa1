import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { sentenceOfProblem } from '#shared/accounts/sign-in-problems.ts';
import { capitalize } from '#shared/formats/capitalize.ts';
import { labelOfProvider } from './sign-in-providers.ts';

/** Why a visit to a provider came to nothing, shown by both frames: whoever comes back may be on any screen. */
export function ProviderProblem() {
  const [search] = useSearchParams();
  const sentence = sentenceOfProblem(search.get('problem'), labelOfProvider(search.get('with')));
  if (!sentence) return null;
  return (
    <p role="alert" className="mt-6 rounded-control border border-gold/60 bg-surface p-4">
      {capitalize(sentence)}
    </p>
  );
}
