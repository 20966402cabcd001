/**
 * The one realtime connection of the signed-in app, and the reactions of all nouns to what it hears. A noun keeps its reactions in
 * `<noun>/realtime.ts`; whatever was missed while the connection was away is fetched again when it is back.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { userChannel } from '#shared/lib/events.ts'
import { registersChannel } from '#shared/subjects/channel.ts'
import { inviteReactions } from './invites/realtime.ts'
import { useAbility } from './lib/ability.tsx'
import { api } from './lib/api.ts'
import { queryClient } from './lib/queryClient.ts'
import type { Reactions } from './lib/reactions.ts'
import { Realtime } from './lib/realtime.ts'
import { refreshUser, useUser } from './lib/session.ts'
import { storedToken } from './lib/token.ts'
import { subjectReactions } from './subjects/realtime.ts'
import { submissionReactions } from './submissions/realtime.ts'
import { taskReactions } from './tasks/realtime.ts'

/** What somebody may see and do has changed, and with it every list. */
const sessionReactions: Reactions = {
  'abilities.changed': async (_, queries) => {
    await refreshUser().catch(() => undefined)
    queries.invalidateQueries()
  },
}

const reactions: Reactions = {
  ...sessionReactions,
  ...taskReactions,
  ...submissionReactions,
  ...inviteReactions,
  ...subjectReactions,
}

export const realtime = new Realtime({
  settings: () => api.system.realtime(),
  headers: () => ({ Authorization: `Bearer ${storedToken()}` }),
  onUnauthorized: refreshUser,
  onReconnected: () => void queryClient.invalidateQueries(),
})

const react = (event: string, payload: unknown) => reactions[event]?.(payload, queryClient)

/** Hears what concerns the signed-in person, for as long as the shell is shown. */
export function useRealtime() {
  const user = useUser()
  const userId = user?.id
  const companyId = user?.company_id
  const can = useAbility()
  const readsRegisters = ['Animal', 'AnimalGroup', 'Location', 'Vehicle'].some(register => can('read', register))
  useEffect(() => {
    if (userId === undefined) return
    realtime.listen(userChannel(userId), react)
    return () => realtime.disconnect()
  }, [userId])
  useEffect(() => {
    if (userId === undefined || companyId == null || !readsRegisters) return
    return realtime.listen(registersChannel(companyId), react)
  }, [userId, companyId, readsRegisters])
}

const watch = (listener: () => void) => realtime.watch(listener)

/** Whether events arrive at the moment. */
export const useRealtimeState = () => useSyncExternalStore(watch, () => realtime.state)
