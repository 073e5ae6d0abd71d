/** The visible text, without content that Suspense hides. */
export function visibleText(element: Element): string {
  let text = '';
  for (const child of element.childNodes) {
    if (!(child instanceof HTMLElement)) text += child.textContent ?? '';
    else if (child.style.display !== 'none') text += visibleText(child);
  }
  return text;
}
