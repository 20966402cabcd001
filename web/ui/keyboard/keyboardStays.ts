/**
 * Asked later, whether the keyboard is where it is now, or nowhere since what had it is gone: only then may something that comes late take it.
 */
export function keyboardStays(): () => boolean {
  const before = document.activeElement
  return () => [before, document.body, null].includes(document.activeElement)
}
