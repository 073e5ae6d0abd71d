import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The compiler options of the project. */
export function compilerOptions(): ts.CompilerOptions {
  const path = join(__dirname, '..', '..', '..', 'tsconfig.json');
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path)).options;
}
