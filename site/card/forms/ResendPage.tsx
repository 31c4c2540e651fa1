import { NothingPage } from '#site/not-found/NothingPage.tsx';

export interface ResendPageProps {
  message: string;
  /** The submitted values, by field name. */
  values: Record<string, string>;
}

/** A plain form that could not be accepted just now: this page keeps everything in it, ready to be sent again. */
export function ResendPage({ message, values }: ResendPageProps) {
  return (
    <NothingPage title="One Moment, Please">
      <p>{message} What you typed is saved on this page.</p>
      {/* Without an action, the form posts to the address it was sent to before. */}
      <form method="post">
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="button" type="submit">
          Try again
        </button>
      </form>
    </NothingPage>
  );
}
