import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { useMailAbility, useProveAddress } from './address.queries.ts';

/** The ways on for someone who registers with an address that has an account: theirs, or somebody else's. */
export function AddressInUse({ email }: { email: string }) {
  const ability = useMailAbility();
  const link = `${paths.forgotPassword}?for=${encodeURIComponent(email)}`;
  return (
    <section
      role="alert"
      aria-label="This address has an account"
      className="rounded-surface border border-line bg-surface p-4"
    >
      <h2 className="font-medium">This address has an account</h2>
      <div className="mt-3 flex flex-wrap gap-2">
        <Link to={paths.signIn} className={buttonClass('secondary', 'small')}>
          Sign in
        </Link>
        <a href={link} className={buttonClass('secondary', 'small')}>
          Reset your password
        </a>
      </div>
      {ability.data?.sendsMail && <ProveAddress email={email} />}
      {ability.data?.sendsMail === false && (
        <p className="mt-3 text-sm text-ink-2">
          Not your account? This server sends no mail: please ask {ability.data.contact}.
        </p>
      )}
    </section>
  );
}

function ProveAddress({ email }: { email: string }) {
  const prove = useProveAddress();
  if (prove.isSuccess) {
    return (
      <p role="status" className="mt-3 text-sm text-ink-2">
        We’ve sent a link to {email}. With it you set a new password, or release your address from an account
        that isn’t yours.
      </p>
    );
  }
  return (
    <>
      <p className="mt-4 text-sm text-ink-2">
        Not your account, or not sure? Prove that the address is yours to take the account or free the
        address.
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        isPending={prove.isPending}
        pendingLabel="Sending..."
        onClick={() => prove.mutate(email)}
      >
        Mail me a link
      </Button>
    </>
  );
}
