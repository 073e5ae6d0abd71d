export {
  renderDataHook,
  type RenderDataHookOptions,
  type RenderedDataHook,
} from './renderDataHook.ts';
