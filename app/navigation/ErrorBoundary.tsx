import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** What stands in for a screen that failed to load or to draw. */
  fallback: (error: unknown) => ReactNode;
  /** Another place is another try. */
  place: string;
}

interface State {
  place: string;
  failure: { error: unknown } | null;
}

/** A class, since React tells only classes what their children threw. */
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
