/** A loaded store whose list is shown: somebody reads it and wants to hear of changes. */
export async function openShown(contender, data) {
  const store = contender.open();
  await store.load(data.parse());
  await store.hold();
  store.readList();
  return store;
}
