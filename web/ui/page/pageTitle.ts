/** The title of the present page: for the browser's tab, and for the top bar, which shows it on phones. */
import { useEffect, useSyncExternalStore } from 'react'
import { Listeners } from '../../lib/listeners.ts'

export type Back = { to: string; text: string }
type PageTitle = { title: string; back?: Back | undefined }

let current: PageTitle = { title: '' }
const listeners = new Listeners()

/** Names the page while the component is shown. */
export function usePageTitle(title: string, back?: Back) {
  const { to, text } = back ?? {}
  useEffect(() => {
    current = { title, back: to && text ? { to, text } : undefined }
    document.title = title ? `${title} · tend` : 'tend'
    listeners.notify()
  }, [title, to, text])
}

/** What the top bar shows. */
export const useCurrentTitle = () => useSyncExternalStore(listeners.subscribe, () => current)
