import { Component, type ReactNode, useState } from "react";
import { asError, type Thrown } from "./as-error.ts";

interface SheltersProps {
  /** What is drawn, by what it is: under another key it is another thing. */
  readonly items: ReadonlyMap<string, ReactNode>;
  /** Drawn in place of an item that threw; without it the error goes on to who stands around. */
  broken?(retry: () => void, error: Thrown): ReactNode;
  /** After an item threw; not for what it throws while it goes. */
  onBroken?(error: Thrown): void;
}

/**
 * Draws things side by side, each sheltered from what the others throw, also while they go: React hands what an effect's
 * clean-up throws to the nearest boundary that stays, so each shelter stands one turn longer than what was in it.
 */
export function Shelters({ items, broken, onBroken }: SheltersProps) {
  const keys = [...items.keys()];
  const [turn, setTurn] = useState<Turn>({ keys, gone: [] });
  if (turn.keys.length !== keys.length || keys.some((key, at) => key !== turn.keys[at])) {
    setTurn({ keys, gone: turn.keys.filter((key) => !items.has(key)) });
  }
  // In one list, so that a shelter that is emptied is the one that was filled; last, so that no element is moved.
  return [...keys, ...turn.gone].map((key) => {
    const isEmpty = !items.has(key);
    return (
      <Shelter key={key} isEmpty={isEmpty} broken={broken} onBroken={onBroken}>
        {items.get(key)}
      </Shelter>
    );
  });
}

interface Turn {
  readonly keys: readonly string[];
  readonly gone: readonly string[];
}

interface ShelterProps {
  /** What was in it is gone. */
  readonly isEmpty: boolean;
  readonly children: ReactNode;
  readonly broken?: SheltersProps["broken"] | undefined;
  readonly onBroken?: SheltersProps["onBroken"] | undefined;
}

interface ShelterState {
  readonly caught: { readonly error: unknown } | undefined;
}

class Shelter extends Component<ShelterProps, ShelterState> {
  override state: ShelterState = { caught: undefined };

  static getDerivedStateFromError(error: unknown): ShelterState {
    return { caught: { error } };
  }

  /** It may be filled again. */
  static getDerivedStateFromProps({ isEmpty }: ShelterProps, { caught }: ShelterState) {
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
