const topics = [
  'A canoe that is booked twice',
  'Refund for a cancelled boat tour',
  'Permit for night fishing',
  'The app shows the level of last week',
  'Lost a red jacket',
  'Invoice without our address',
  'Is the towpath open for bicycles?',
  'Cannot sign in after a new phone',
  'A life jacket that does not close',
  'Group price for a school class',
  'The lock did not open at noon',
  'Change the date of a guided walk',
  'Two charges for one ticket',
  'Where may dogs swim?',
  'The jetty is slippery',
  'A voucher that has no code',
];
const places = ['Elm bridge', 'Old mill', 'Upper reach', 'Harbour'];
const customers = ['Ines Duarte', 'Jonas Weber', 'Mei Tanaka', 'Tom Ashby', 'Lea Moreau'];
const statuses = ['open', 'pending', 'open', 'closed', 'open', 'closed', 'pending'];
const assignees = ['Amara', 'Chiara', 'Bjarne', 'Amara', 'Bjarne'];

/** 64 tickets, the oldest first. The same ones for each start. */
export const tickets = places.flatMap((place, round) =>
  topics.map((topic, at) => {
    const index = round * topics.length + at;
    return {
      subject: `${topic} (${place})`,
      customer: customers[(index * 3) % customers.length],
      status: statuses[index % statuses.length],
      assignee: assignees[(index * 2) % assignees.length],
      priority: 1 + ((index * 7 + round) % 4),
      comments: ['We look into it.', 'Any news?', 'The customer has called.'].slice(0, index % 4),
    };
  }),
);
