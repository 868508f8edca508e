import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export interface ErrorBoundaryProps {
  /** Name of the failed part, as the person knows it. */
  readonly name: string;
  readonly children: ReactNode;
  /** Called before what is inside is tried again. */
  readonly onRetry?: () => void;
}

/** Keeps a fault of one part from taking the window with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | undefined }> {
  override readonly state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { name, children } = this.props;
    if (error === undefined) return children;
    return (
      <div role="alert">
        <EmptyState
          icon="error"
          title={`${name} could not be shown`}
          text={error.message}
          action={
            <Button variant="primary" onClick={this.#retry}>
              Try again
            </Button>
          }
        >
          <Button variant="ghost" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </EmptyState>
      </div>
    );
  }

  readonly #retry = () => {
    this.props.onRetry?.();
    this.setState({ error: undefined });
  };
}
