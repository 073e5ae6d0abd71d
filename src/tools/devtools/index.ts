/**
 * Shows what a store does: the plugin, the panel as a custom element, the logger, the bridge to Redux
 * DevTools, and sessions as files.
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
export { logger } from './logger/logger.ts';
export type { LogConsole, LogEntry, LoggerOptions } from './logger/LoggerOptions.ts';
export type { Redact } from './redact.ts';
export { reduxDevtools, type ReduxDevtoolsOptions } from './redux/reduxDevtools.ts';
export { exportSession, type ExportOptions } from './sessionFile/exportSession.ts';
export { type ImportedSession, importSession } from './sessionFile/importSession.ts';
