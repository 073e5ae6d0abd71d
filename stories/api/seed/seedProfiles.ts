import type { ProfileRecord } from '../ApiData.ts';

export const seedProfiles: readonly ProfileRecord[] = [
  {
    id: '1',
    fullName: 'Amara Okafor',
    bio: 'Hydrologist. Reads rivers for a living and maps for fun. Keeps ten years of rain data.',
  },
  {
    id: '2',
    fullName: 'Bjarne Lindqvist',
    bio: 'Builds wooden boats in a shed by the fjord. Will talk about larch until you leave.',
  },
  {
    id: '3',
    fullName: 'Chiara Benedetti',
    bio: 'Illustrator of field guides. Believes every beetle deserves a good portrait.',
  },
  {
    id: '4',
    fullName: 'Dmitri Volkov',
    bio: 'Night-shift engineer at a pumping station, early-morning angler, patient at both.',
  },
  {
    id: '5',
    fullName: 'Elif Yıldız',
    bio: 'Teaches chemistry and tests the water behind the school with every new class.',
  },
  {
    id: '6',
    fullName: 'Fatima El-Sayed',
    bio: 'Drone pilot for the flood service. Knows each bend of the delta from above.',
  },
  {
    id: '7',
    fullName: 'Guillermo Ortega',
    bio: 'Restores old mills. Has strong opinions on water wheels, overshot ones above all.',
  },
  {
    id: '8',
    fullName: 'Hana Kobayashi',
    bio: 'Records the sound of streams and sells none of it. Twelve hours of one brook so far.',
  },
];
