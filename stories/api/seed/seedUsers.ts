import type { UserRecord } from '../ApiData.ts';

export const seedUsers: readonly UserRecord[] = [
  { id: '1', name: 'Amara Okafor' },
  { id: '2', name: 'Bjarne Lindqvist' },
  { id: '3', name: 'Chiara Benedetti' },
  { id: '4', name: 'Dmitri Volkov' },
  { id: '5', name: 'Elif Yıldız' },
  { id: '6', name: 'Fatima El-Sayed' },
  { id: '7', name: 'Guillermo Ortega' },
  { id: '8', name: 'Hana Kobayashi' },
  { id: '9', name: 'Ishaan Mehta' },
  { id: '10', name: 'Jorunn Haugen' },
  { id: '11', name: 'Kwame Asante' },
  { id: '12', name: 'Lucía Ferrer' },
];
