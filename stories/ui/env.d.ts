interface ImportMetaEnv {
  /** Address of the demo API, set by `npm start`. */
  readonly STORYBOOK_API?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}

declare module '*.css';
