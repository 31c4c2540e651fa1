import { useEffect, useState } from 'react';
import type { Strength } from '#shared/accounts/password-strength.ts';
import { COMMON_PASSWORD } from '#shared/accounts/password-words.ts';

type Rate = (password: string, about: readonly string[]) => Strength;

const WORDS: Record<Strength, { bars: number; color: string; text: string }> = {
  common: {
    bars: 1,
    color: 'bg-danger',
    text: `${COMMON_PASSWORD} A few unrelated words are stronger.`,
  },
  weak: { bars: 1, color: 'bg-danger', text: 'Easy to guess. A few unrelated words are stronger.' },
  fair: { bars: 2, color: 'bg-gold', text: 'Fair. Longer is safer.' },
  strong: { bars: 3, color: 'bg-good', text: 'Strong.' },
};
const UNKNOWN = { bars: 0, color: '', text: '' };

/**
 * Below the field of a new password: its strength while it is typed, which keeps nobody from using it. The list of common ones is
 * loaded once something is typed. There is room for it before, so that no button moves away from under a press.
 */
export function NewPasswordStrength({ password, about }: { password: string; about: readonly string[] }) {
  const [rate, setRate] = useState<Rate>();
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped) return;
    import('#shared/accounts/password-strength.ts').then(
      ({ ratePassword }) => setRate(() => ratePassword),
      () => {},
    );
  }, [isTyped]);
  const { bars, color, text } = rate && isTyped ? WORDS[rate(password, about)] : UNKNOWN;
  return (
    <div className="-mt-3">
      <div aria-hidden="true" className="flex gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1 flex-1 rounded-full ${bar <= bars ? color : 'bg-line'}`} />
        ))}
      </div>
      <p role="status" className="mt-1.5 min-h-10 text-sm text-ink-2">
        {text}
      </p>
    </div>
  );
}
