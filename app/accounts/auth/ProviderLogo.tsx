import { LogIn } from 'lucide-react';

/** The marks of the providers everyone knows, drawn as their rules for sign-in buttons ask; decorative. */
const MARKS: Record<string, React.ReactNode> = {
  google: (
    <>
      <path
        fill="#4285f4"
        d="M23.5 12.27c0-.85-.08-1.66-.22-2.45H12v4.64h6.46a5.52 5.52 0 0 1-2.4 3.62v3h3.87c2.27-2.09 3.57-5.16 3.57-8.81z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.24 0 5.96-1.07 7.94-2.91l-3.88-3c-1.07.72-2.45 1.15-4.06 1.15-3.13 0-5.78-2.11-6.72-4.95h-4v3.1A12 12 0 0 0 12 24z"
      />
      <path fill="#fbbc05" d="M5.28 14.29a7.2 7.2 0 0 1 0-4.58v-3.1h-4a12 12 0 0 0 0 10.78z" />
      <path
        fill="#ea4335"
        d="M12 4.77c1.76 0 3.34.6 4.59 1.79l3.43-3.43A11.97 11.97 0 0 0 1.28 6.61l4 3.1C6.22 6.87 8.87 4.77 12 4.77z"
      />
    </>
  ),
  microsoft: (
    <>
      <path fill="#f25022" d="M1 1h10.5v10.5H1z" />
      <path fill="#7fba00" d="M12.5 1H23v10.5H12.5z" />
      <path fill="#00a4ef" d="M1 12.5h10.5V23H1z" />
      <path fill="#ffb900" d="M12.5 12.5H23V23H12.5z" />
    </>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M17.05 12.54c-.03-2.85 2.33-4.22 2.43-4.29a5.22 5.22 0 0 0-4.12-2.23c-1.73-.18-3.4 1.03-4.28 1.03-.9 0-2.25-1.01-3.7-.98a5.47 5.47 0 0 0-4.6 2.81c-1.99 3.45-.5 8.52 1.4 11.31.95 1.37 2.06 2.9 3.52 2.84 1.42-.06 1.95-.91 3.66-.91 1.7 0 2.2.91 3.69.88 1.53-.02 2.5-1.38 3.41-2.76a11.3 11.3 0 0 0 1.56-3.17 4.92 4.92 0 0 1-2.97-4.53zM14.24 4.18A4.93 4.93 0 0 0 15.38.6a5.04 5.04 0 0 0-3.28 1.7 4.71 4.71 0 0 0-1.17 3.43c1.25.1 2.53-.63 3.31-1.55z"
    />
  ),
  linkedin: (
    <path
      fill="#0a66c2"
      d="M22.23 0H1.77C.79 0 0 .77 0 1.73v20.54C0 23.23.79 24 1.77 24h20.45c.98 0 1.78-.77 1.78-1.73V1.73C24 .77 23.2 0 22.23 0zM7.12 20.45H3.56V9h3.56zM5.34 7.43a2.06 2.06 0 1 1 0-4.12 2.06 2.06 0 0 1 0 4.12zm15.11 13.02h-3.56v-5.57c0-1.33-.02-3.04-1.85-3.04-1.85 0-2.14 1.45-2.14 2.94v5.67H9.35V9h3.41v1.56h.05a3.75 3.75 0 0 1 3.37-1.85c3.6 0 4.27 2.37 4.27 5.46z"
    />
  ),
};

export function ProviderLogo({ name }: { name: string }) {
  if (!Object.hasOwn(MARKS, name)) return <LogIn size={18} strokeWidth={1.5} aria-hidden="true" />;
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      {MARKS[name]}
    </svg>
  );
}
