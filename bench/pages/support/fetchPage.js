/** The issues of a page. */
export async function fetchPage(page) {
  const response = await fetch(`/pages/${page}`);
  return response.json();
}
