throw new Error(
  'React cannot be imported in the core specs: what they test has to work without it. ' +
    'Specs that need React are named *.spec.tsx or stand in spec/react.',
);
