import { NEVER } from 'rxjs';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { revalidateOn } from '../../../src/features/live/revalidateOn.ts';
import { devtools } from '../../../src/tools/devtools/devtools.ts';
import { logger } from '../../../src/tools/devtools/logger/logger.ts';
import { reduxDevtools } from '../../../src/tools/devtools/redux/reduxDevtools.ts';

it('a failing plugin of the package is reported by the name that the program wrote', () => {
  const live = [revalidateOn(), applyMessages(NEVER, () => {})];
  const plugins = [devtools(), logger(), reduxDevtools(), ...live];
  const names = ['devtools', 'logger', 'reduxDevtools', 'revalidateOn', 'applyMessages'];
  expect(plugins.map(({ name }) => name)).toEqual(names);
});
