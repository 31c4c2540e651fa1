import { ratePassword, type Strength } from '#shared/accounts/password-strength.ts';
import { COMMON_PASSWORD } from '#shared/accounts/password-words.ts';

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

/** The strength of a new password, while it is typed. It keeps nobody from using it. */
export function PasswordStrength({ password, about }: { password: string; about: readonly string[] }) {
  if (!password) return null;
  const { bars, color, text } = WORDS[ratePassword(password, about)];
  return (
    <div className="-mt-3">
      <div aria-hidden="true" className="flex gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1 flex-1 rounded-full ${bar <= bars ? color : 'bg-line'}`} />
        ))}
      </div>
      <p role="status" className="mt-1.5 text-sm text-ink-2">
        {text}
      </p>
    </div>
  );
}
