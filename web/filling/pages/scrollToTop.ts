/**
 * Scrolls to an element, and in the next frames again: stretches of a long form have their true height only once they come near the
 * screen, and then what stands below them moves.
 */
export function scrollToTop(element: HTMLElement, times = 3): void {
  element.scrollIntoView({ block: 'start' })
  if (times > 1) requestAnimationFrame(() => scrollToTop(element, times - 1))
}
