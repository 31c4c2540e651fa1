import { createContext } from 'react';

/** The number of running uploads in the form: saving has to wait for them. */
export const UploadsUnderWay = createContext<{ current: number }>({ current: 0 });
