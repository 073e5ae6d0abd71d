describe('the core specs', () => {
  it.each(['react', 'react/jsx-runtime', 'react-dom', 'use-sync-external-store/shim'])(
    'cannot import %s',
    (name) => {
      expect(() => require(name)).toThrow('React cannot be imported in the core specs');
    },
  );
});
