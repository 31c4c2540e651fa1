import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BodyOf } from '#app/frame/api/call.ts';
import { suggestUsername } from './suggest-username.ts';

type Form = UseFormReturn<BodyOf<'POST /api/auth/register'>>;

const LEAST = 10;
const MOST = 99;

/** A username that follows the full name until another one is typed. */
export function useSuggestedUsername({ getValues, setValue, setError }: Omit<Form, 'register'>) {
  const isOwn = useRef(false);
  const suggest = (ending = '') => setValue('username', suggestUsername(getValues('fullName')) + ending);
  return {
    followName: () => isOwn.current || suggest(),
    noteTyped() {
      isOwn.current = getValues('username') !== '';
    },
    /** The suggestion was somebody's: the next press sends another one. */
    replaceTaken() {
      if (isOwn.current) return;
      suggest(`.${LEAST + Math.floor(Math.random() * (MOST - LEAST))}`);
      setError('username', { type: 'server', message: 'That username is taken. How about this one?' });
    },
  };
}
