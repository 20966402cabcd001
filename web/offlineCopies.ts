/**
 * Brings onto the phone what the barn needs, before anybody asks for it: the forms that can be filled in and the names of the
 * registers, of colleagues too. Own tasks come by being looked at (`tasks/taskCache.ts`). Begins when the first screen stands, and when the network is back.
 */
import { useEffect } from 'react'
import { roles } from '#shared/lib/roles.ts'
import { api } from './lib/api.ts'
import { queryClient } from './lib/queryClient.ts'
import { useUser } from './lib/session.ts'

const delayMs = 4_000

type Whose = { userId: number; companyId: number; hasRegisters: boolean }

async function bring({ userId, companyId, hasRegisters }: Whose): Promise<void> {
  const { keepForms } = await import('./filling/keepForms.ts')
  await keepForms(userId)
  await queryClient.prefetchQuery(api.companies.get.query({ id: companyId }))
  if (!hasRegisters) return
  await queryClient.prefetchQuery(api.locations.list.query({}))
  await queryClient.prefetchQuery(api.vehicles.list.query({}))
  await queryClient.prefetchQuery(api.animalGroups.list.query({}))
  await queryClient.prefetchQuery(api.animals.list.query({}))
  const { registerNames } = await import('./filling/register/registerNames.ts')
  for (const type of ['location', 'vehicle', 'animal_group', 'animal', 'user'] as const)
    await queryClient.prefetchQuery(registerNames(type))
}

/** Keeps the copies of the signed-in person's company up to date. */
export function useOfflineCopies(): void {
  const user = useUser()
  const userId = user?.id
  const companyId = user?.company_id
  const hasRegisters = user !== null && user.role_id < roles.guest
  // Whoever acts as somebody else for an hour takes nothing of theirs along.
  const isActing = Boolean(user?.acting_for)
  useEffect(() => {
    if (userId === undefined || companyId == null || isActing) return
    const start = () =>
      void bring({ userId, companyId, hasRegisters }).catch(cause =>
        console.warn('Not everything is on this device for work without a network', cause),
      )
    const timer = setTimeout(start, delayMs)
    addEventListener('online', start)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', start)
    }
  }, [userId, companyId, hasRegisters, isActing])
}
