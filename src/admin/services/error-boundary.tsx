import { Component, type ReactNode, useState } from "react";
import { asError, type Thrown } from "./as-error.ts";

interface ErrorBoundariesProps {
  /** By key: under another key it is another thing. */
  readonly items: ReadonlyMap<string, ReactNode>;
  /** Drawn in place of an item that threw; without it the error goes on to the boundary around. */
  broken?(retry: () => void, error: Thrown): ReactNode;
  /** Called after an item threw, but not for what its unmounting threw. */
  onBroken?(error: Thrown): void;
}

/**
 * Draws things side by side, each in an error boundary of its own. React hands what an effect's clean-up throws to the
 * nearest boundary that stays, so each boundary stays one turn longer than what was in it.
 */
export function ErrorBoundaries({ items, broken, onBroken }: ErrorBoundariesProps) {
  const keys = [...items.keys()];
  const [turn, setTurn] = useState<{ keys: string[]; gone: string[] }>({ keys, gone: [] });
  if (turn.keys.length !== keys.length || keys.some((key, at) => key !== turn.keys[at])) {
    setTurn({ keys, gone: turn.keys.filter((key) => !items.has(key)) });
  }
  // In one list, so that an emptied boundary is the one that was filled; last, so that no element moves.
  return [...keys, ...turn.gone].map((key) => {
    const isEmpty = !items.has(key);
    return (
      <ErrorBoundary key={key} isEmpty={isEmpty} broken={broken} onBroken={onBroken}>
        {items.get(key)}
      </ErrorBoundary>
    );
  });
}

interface ErrorBoundaryProps {
  /** What was in it is gone. */
  readonly isEmpty: boolean;
  readonly children: ReactNode;
  readonly broken: ErrorBoundariesProps["broken"] | undefined;
  readonly onBroken: ErrorBoundariesProps["onBroken"] | undefined;
}

interface ErrorBoundaryState {
  readonly caught: { readonly error: unknown } | undefined;
}

class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  /** It may be filled again. */
  static getDerivedStateFromProps({ isEmpty }: ErrorBoundaryProps, { caught }: ErrorBoundaryState) {
    return isEmpty && caught !== undefined ? { caught: undefined } : null;
  }

  override componentDidCatch(error: unknown) {
    if (!this.props.isEmpty) this.props.onBroken?.(asError(error));
  }

  readonly retry = () => this.setState({ caught: undefined });

  override render() {
    const { children, broken } = this.props;
    const { caught } = this.state;
    if (caught === undefined) return children;
    if (broken === undefined) throw caught.error;
    return broken(this.retry, asError(caught.error));
  }
}
