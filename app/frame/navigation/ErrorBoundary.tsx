import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Shown in place of a screen that failed to load or to render. */
  fallback: (error: unknown) => ReactNode;
  /** A new place resets the error. */
  place: string;
}

interface State {
  place: string;
  failure: { error: unknown } | null;
}

/** A class, because React reports errors of children only to classes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, failure: null };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
