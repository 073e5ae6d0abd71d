'use client';

/**
 * The panel of devtools as a component.
 *
 * @packageDocumentation
 */

export { StreambedDevtools, type StreambedDevtoolsProps } from './StreambedDevtools.ts';
