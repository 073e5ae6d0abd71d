import type { PostRecord } from '../ApiData.ts';

const places = ['Upper reach', 'Old mill', 'East bank', 'Reed belt', 'Delta'] as const;

const subjects = [
  ['Gauge reading', 'Level steady overnight, two centimetres above the mean for the season.'],
  ['Bird count', 'Nineteen species in two hours, a dipper and a pair of goosanders among them.'],
  ['Water sample', 'Oxygen fine, nitrate a little high after the rain. Next sample on Friday.'],
  ['Path report', 'Passable with boots. The lower steps are slippery, the handrail is loose.'],
  ['Repairs', 'New planks on the jetty. Thanks to everyone who carried one.'],
  ['Fish survey', 'Grayling and brown trout in every size class: the spawning went well.'],
  ['Night watch', 'Clear sky, no wind, one otter and a very surprised heron.'],
] as const;

/** 35 posts: every place with every subject, so that all titles differ. */
export const seedPosts: readonly PostRecord[] = Array.from({ length: 35 }, (_, index) => {
  const [subject, content] = subjects[index % subjects.length];
  return { id: index + 1, title: `${places[index % places.length]}: ${subject}`, content };
});
