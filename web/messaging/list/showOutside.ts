const numbered = /^\(\d+\+?\) /

/**
 * Shows a number on the app's icon and in the tab's title, from which the returned function takes it away. The title is written anew by every page: the
 * number is put before whatever stands there.
 */
export function showOutside(count: number): () => void {
  const title = document.querySelector('title')
  const plain = () => document.title.replace(numbered, '')
  const show = () => {
    const wanted = `(${count}) ${plain()}`
    if (document.title !== wanted) document.title = wanted
  }
  const observer = new MutationObserver(show)
  if (title) observer.observe(title, { childList: true })
  show()
  navigator.setAppBadge?.(count).catch(() => undefined)
  return () => {
    observer.disconnect()
    document.title = plain()
  }
}
