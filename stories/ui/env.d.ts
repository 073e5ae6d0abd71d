/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the demo API, set by `npm start`. */
  readonly STORYBOOK_API?: string;
}
