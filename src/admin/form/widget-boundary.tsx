import { Component, type ReactNode } from "react";

interface WidgetBoundaryProps {
  readonly children: ReactNode;
  /** Drawn in place of a widget that broke. */
  fallback(retry: () => void): ReactNode;
  /** Before the widget is drawn anew. */
  onRetry(): void;
}

/** Keeps a broken widget to its own field: the value stays as it is, the rest of the form works and saves. */
export class WidgetBoundary extends Component<WidgetBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  readonly retry = () => {
    this.props.onRetry();
    this.setState({ broken: false });
  };

  override render() {
    return this.state.broken ? this.props.fallback(this.retry) : this.props.children;
  }
}
