/**
 * The attribute that marks parts. Its value is the length of the text, because the parser adds an
 * element before its text is complete.
 */
export const PART = 'data-streambed';

/** The complete parts of a document, in document order. */
export function partElements(document: Document): Element[] {
  return [...document.querySelectorAll(`script[type="application/json"][${PART}]`)].filter(
    (element) => element.textContent?.length === Number(element.getAttribute(PART)),
  );
}
