import type { TodoRecord } from '../ApiData.ts';

const tasks = [
  'Read the gauge at the old mill',
  'Oil the sluice gate',
  'Count the nests in the reed belt',
  'Sample the water below the weir',
  'Mend the handrail of the jetty',
  'Charge the batteries of the night camera',
  'Answer the letter of the fishing club',
] as const;
const seasons = [
  'in spring',
  'in early summer',
  'in July',
  'in autumn',
  'before the frost',
] as const;

/** 33 todos, oldest first; every fourth is done. All titles differ. */
export const seedTodos: readonly TodoRecord[] = Array.from({ length: 33 }, (_, index) => ({
  id: index + 1,
  title: `${tasks[index % tasks.length]} ${seasons[index % seasons.length]}`,
  done: index % 4 === 0,
}));
