/** @jsxImportSource preact */
import { Component, type ComponentChildren } from 'preact';

interface GuardProps {
  readonly children: ComponentChildren;
}

/** A failure of one tab is shown in its place. The page and the other tabs go on. */
export class Guard extends Component<GuardProps, { readonly error?: Error | undefined }> {
  override state: { readonly error?: Error | undefined } = {};

  override componentDidCatch(error: unknown): void {
    this.setState({ error: error instanceof Error ? error : new Error(String(error)) });
  }

  override render(): ComponentChildren {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div class="problem" role="alert">
        <p>This tab failed: {error.message}</p>
        <button type="button" class="button" onClick={() => this.setState({ error: undefined })}>
          Try again
        </button>
      </div>
    );
  }
}
