/**
 * Brings onto the phone what the barn needs, before anybody asks for it: the forms that can be filled in and the first names of the
 * registers. Own tasks come by being looked at (`tasks/taskCache.ts`). Begins when the first screen stands, and when the network is back.
 */
import { useEffect } from 'react'
import { api } from './lib/api.ts'
import { queryClient } from './lib/queryClient.ts'
import { useUser } from './lib/session.ts'

const delayMs = 4_000

async function bring(userId: number): Promise<void> {
  const { keepForms } = await import('./filling/keepForms.ts')
  await keepForms(userId)
  await queryClient.prefetchQuery(api.locations.list.query({}))
  await queryClient.prefetchQuery(api.animalGroups.list.query({}))
  await queryClient.prefetchQuery(api.animals.list.query({}))
  const { registerNames } = await import('./filling/register/registerNames.ts')
  for (const type of ['location', 'animal_group', 'animal'] as const)
    await queryClient.prefetchQuery(registerNames(type))
}

/** Keeps the copies of the signed-in person's company up to date. */
export function useOfflineCopies(): void {
  const user = useUser()
  const userId = user?.id
  const companyId = user?.company_id
  useEffect(() => {
    if (userId === undefined || companyId == null) return
    const start = () =>
      void bring(userId).catch(cause =>
        console.warn('Not everything is on this device for work without a network', cause),
      )
    const timer = setTimeout(start, delayMs)
    addEventListener('online', start)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', start)
    }
  }, [userId, companyId])
}
