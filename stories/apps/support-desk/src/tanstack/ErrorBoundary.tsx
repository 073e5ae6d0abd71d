import { Component, type ReactNode } from 'react';
import { Failure } from '../ui/Failure';

/** Shows the error that a child has thrown, until the user tries again. */
export class ErrorBoundary extends Component<
  { onReset: () => void; children: ReactNode },
  { error?: Error | undefined }
> {
  override state: { error?: Error | undefined } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const retry = () => {
      this.props.onReset();
      this.setState({ error: undefined });
    };
    return <Failure error={error} onRetry={retry} />;
  }
}
