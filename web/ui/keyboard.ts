import { flushSync } from 'react-dom'

/**
 * Does something that draws, and takes the keyboard to what it has drawn before the next key comes. For what somebody
 * pressed: a frame later is too late for quick hands, whose keys went to where they had been.
 */
export function flushAndFocus(
  draw: () => void,
  find: () => HTMLElement | null | undefined,
  options?: FocusOptions,
): void {
  flushSync(draw)
  find()?.focus(options)
}

/**
 * Asked later, whether the keyboard is where it is now, or nowhere since what had it is gone: only then may something
 * that comes late take it.
 */
export function trackFocus(): () => boolean {
  const before = document.activeElement
  return () => [before, document.body, null].includes(document.activeElement)
}
