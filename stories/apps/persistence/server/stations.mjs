export const users = [
  { id: 'amara', name: 'Amara Okafor' },
  { id: 'bjarne', name: 'Bjarne Lindqvist' },
];

/** Both have stations with the same ids. */
const rivers = { amara: ['Alder', 'Ash', 'Avon'], bjarne: ['Birch', 'Bourne', 'Brook'] };
const places = ['Weir', 'Ford', 'Mill', 'Bridge', 'Lock', 'Ferry', 'Spring'];

export function createStations(user, count) {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `${rivers[user][at % 3]} ${places[at % 7]} ${at + 1}`,
    level: 80 + ((at * 37) % 140),
    note: '',
  }));
}
