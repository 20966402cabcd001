/** The title of the present page: for the browser's tab, and for the top bar, which shows it on phones. */
import { useEffect, useSyncExternalStore } from 'react'

export type Back = { to: string; text: string }
type PageTitle = { title: string; back?: Back | undefined }

let current: PageTitle = { title: '' }
const listeners = new Set<() => void>()

/** Names the page for as long as the component is shown. */
export function usePageTitle(title: string, back?: Back) {
  const { to, text } = back ?? {}
  useEffect(() => {
    current = { title, back: to && text ? { to, text } : undefined }
    document.title = title ? `${title} · tend` : 'tend'
    for (const listener of listeners) listener()
  }, [title, to, text])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the top bar shows. */
export const useCurrentTitle = () => useSyncExternalStore(subscribe, () => current)
