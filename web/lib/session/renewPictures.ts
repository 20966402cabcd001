import { refreshUser } from './session.ts'

/** One picture that is refused is as good as another: of all that fail at once one asks. */
let asking: Promise<void> | undefined

/**
 * Shows a picture again that the server refused: a browser that was killed soon after sign-in keeps the session and
 * loses the cookie for pictures, which comes again with the person. Returns what ends that.
 */
export function renewPictures(): () => void {
  const asked = new WeakMap<EventTarget, string>()
  const hear = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || asked.get(target) === target.src) return
    if (!new URL(target.src, location.href).pathname.startsWith('/storage/')) return
    asked.set(target, target.src)
    asking ??= refreshUser().finally(() => {
      asking = undefined
    })
    asking.then(
      () => {
        const { src } = target
        target.src = src
      },
      () => undefined,
    )
  }
  // Errors of pictures do not bubble.
  document.addEventListener('error', hear, true)
  return () => document.removeEventListener('error', hear, true)
}
