/**
 * The number of the site that the person looks at, remembered on this device for each person and company. Lists are
 * read `at` it (web/api.ts); own work, and choices between rows, are not.
 */
import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'
import { currentUser, useUser } from './session/session.ts'
import { isRecord, onDevice, storedText } from './storage.ts'

const listeners = new Listeners()

/** An administrator who acts as somebody else stores nothing. */
function stored() {
  const user = currentUser()
  return user?.company_id && !user.acting_for ? storedText(onDevice, `tend_site ${user.id} ${user.company_id}`) : null
}

/** The chosen site; null for all of them. */
export function currentSite(): number | null {
  const id = Number(stored()?.read())
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Shows this site from now on, or with null all of them, in all tabs. */
export function chooseSite(id: number | null): void {
  if (id === null) stored()?.remove()
  else stored()?.write(String(id))
  listeners.notify()
}

function subscribe(listener: () => void) {
  const leave = listeners.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    leave()
    removeEventListener('storage', listener)
  }
}

/** The same for components. */
export function useSite(): number | null {
  useUser()
  return useSyncExternalStore(subscribe, currentSite)
}

/** The end of a query's key whose answer shows this site; nothing where it shows all. */
export const siteKey = (site: number | null): { site: number }[] => (site === null ? [] : [{ site }])

/** The site that a query's answer shows; null for all. */
export function siteOf(key: QueryKey = []): number | null {
  const last = key.at(-1)
  return isRecord(last) && typeof last.site === 'number' && Object.keys(last).length === 1 ? last.site : null
}

/** For `placeholderData`: what was there before, unless that is of another site. */
export const keptOfSite =
  (site: number | null) =>
  <Data>(before: Data | undefined, query: { queryKey: QueryKey } | undefined): Data | undefined =>
    siteOf(query?.queryKey) === site ? before : undefined
