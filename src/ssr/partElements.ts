/** The attribute that tells parts from other data. Its value is the length of the text: the parser shows elements before they are complete. */
export const PART = 'data-streambed';

/** The parts of a document that are complete, in their order. */
export function partElements(document: Document): Element[] {
  return [...document.querySelectorAll(`script[type="application/json"][${PART}]`)].filter(
    (element) => element.textContent?.length === Number(element.getAttribute(PART)),
  );
}
