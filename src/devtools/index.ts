/**
 * Shows what a store does: the plugin, and the panel as a custom element.
 *
 * @packageDocumentation
 */

export { devtools, type DevtoolsOptions } from './devtools.ts';
export { defineDevtools } from './defineDevtools.ts';
export type {
  DevtoolsElement,
  DevtoolsPosition,
  DevtoolsSettings,
  DevtoolsTheme,
} from './DevtoolsElement.ts';
