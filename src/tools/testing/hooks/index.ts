/**
 * Renders hooks with a store for tests. Needs `@testing-library/react`.
 *
 * @packageDocumentation
 */

export {
  renderDataHook,
  type RenderDataHookOptions,
  type RenderedDataHook,
} from './renderDataHook.ts';
