#!/usr/bin/env node
import { run } from './run.ts';

const { output, code } = run(process.argv.slice(2), process.cwd());
(code === 2 ? process.stderr : process.stdout).write(output);
process.exitCode = code;
