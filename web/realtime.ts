/**
 * Holds the one realtime connection of the signed-in app, whose events features hear by `channels` and
 * `realtimeHandlers` of their `web/screens`. Missed events are read again when the connection is back, unless the
 * server knows that there were none.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { userChannel } from '#shared/lib/contract.ts'
import { api } from './api.ts'
import { useAbility } from './lib/ability.tsx'
import { declaredFeatures } from './lib/feature.ts'
import { queryClient } from './lib/queryClient.ts'
import { lateRealtime } from './lib/realtime/lateRealtime.ts'
import { allRealtimeHandlers, type RealtimeHandlers } from './lib/realtime/realtimeHandlers.ts'
import { refreshUser, useUser } from './lib/session/session.ts'
import { storedToken } from './lib/session/token.ts'

let realtimeHandlers: ReturnType<typeof allRealtimeHandlers> | undefined

export const realtime = lateRealtime(async () => {
  const { Realtime } = await import('./lib/realtime/realtime.ts')
  return new Realtime({
    settings: () => api.system.realtime(),
    headers: () => ({ Authorization: `Bearer ${storedToken()}` }),
    onUnauthorized: refreshUser,
    onMissed: forMs => {
      void queryClient.readAgain()
      react('missed', forMs)
    },
  })
})

function react(event: string, payload: unknown): void {
  realtimeHandlers ??= allRealtimeHandlers([
    sessionRealtimeHandlers,
    ...declaredFeatures().map(feature => feature.realtimeHandlers ?? {}),
  ])
  for (const reaction of realtimeHandlers.get(event) ?? []) reaction(payload, queryClient)
}

/** Hears what concerns the signed-in person, while the shell is shown. */
export function useRealtime() {
  const user = useUser()
  const userId = user?.id
  const companyId = user?.company_id
  const can = useAbility()
  // Texts, so that rights which change nothing here leave the channels alone.
  const channels =
    userId === undefined
      ? ''
      : declaredFeatures()
          .flatMap(feature => feature.channels?.({ userId, companyId: companyId ?? null, can }) ?? [])
          .join(' ')
  useEffect(() => {
    if (userId === undefined) return
    realtime.listen(userChannel(userId), react)
    return () => realtime.disconnect()
  }, [userId])
  useEffect(() => {
    const left = channels
      .split(' ')
      .flatMap(channel => (userId === undefined || !channel ? [] : [realtime.listen(channel, react)]))
    return () => {
      for (const leave of left) leave()
    }
  }, [userId, channels])
}

const watch = (listener: () => void) => realtime.watch(listener)

/** Whether events arrive at the moment. */
export const useRealtimeState = () => useSyncExternalStore(watch, () => realtime.state)

/** What somebody may see and do has changed, and with it every list. */
export const sessionRealtimeHandlers: RealtimeHandlers = {
  'abilities.changed': async (_, queries) => {
    await refreshUser().catch(() => undefined)
    queries.invalidateQueries()
  },
}
