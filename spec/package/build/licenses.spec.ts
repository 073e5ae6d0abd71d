import { spawnSync } from 'node:child_process';

/** What a call of the module prints or throws. The build is ES modules, so it runs in a process of its own. */
function outcome(call: string): string {
  const script = `
    import { copyLicenses, packagesOf } from './spec/package/build/licenses.mjs';
    process.stdout.write(String(${call}));
  `;
  const args = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return stdout || stderr;
}

it('names the packages whose files a bundle contains', () => {
  const files = ['/a/src/b.js', '/a/node_modules/@c/d/e.js', '/node_modules/f/node_modules/g/h.js'];
  expect(outcome(`packagesOf(${JSON.stringify(files)})`)).toBe('@c/d,g');
});

it('refuses to bundle a package whose license does not allow it', () => {
  const refusal = 'axe-core in a bundle has the license MPL-2.0';
  expect(outcome(`copyLicenses(['/node_modules/axe-core/axe.js'])`)).toContain(refusal);
});
