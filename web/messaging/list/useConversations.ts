import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { textHolds } from '#shared/lib/searching.ts'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'

/** Bound of listed conversations; the others are found by searching. */
const shown = 100

/**
 * The conversations, those that are kept at the top first; where the server does not answer as the device has them, and
 * `error` where it has none either.
 */
export function useConversations(search: string, unread: boolean) {
  const query = useQuery(
    api.messaging.list.query({ per_page: shown, ...(search && { search }), ...(unread && { unread: true }) }),
  )
  const kept = useKept()
  const isCopy = !query.data && query.isError
  const found = query.data?.data ?? (isCopy ? matching(kept ?? [], search, unread) : undefined)
  const sorted = found && [...found].sort((one, other) => Number(other.is_pinned) - Number(one.is_pinned))
  const error = isCopy && kept?.length === 0 ? query.error : null
  return { conversations: sorted, error, retry: query.refetch }
}

const matching = (kept: Conversation[], search: string, unread: boolean) =>
  kept.filter(
    ({ title, users, unread_count }) =>
      (!unread || unread_count > 0) &&
      [title ?? '', ...users.map(({ name }) => name)].some(name => textHolds(name, search)),
  )

/** Undefined until the device was asked. */
function useKept(): Conversation[] | undefined {
  const userId = useUser()?.id
  const [kept, setKept] = useState<Conversation[]>()
  useEffect(() => {
    if (userId === undefined) return
    let isOver = false
    void import('../kept/keepMessages.ts')
      .then(({ keptConversations }) => keptConversations(userId))
      .then(
        found => isOver || setKept(found),
        () => isOver || setKept([]),
      )
    return () => {
      isOver = true
    }
  }, [userId])
  return kept
}

/** A conversation as the device has it; null where it does not, undefined until that is known. */
export function useKeptConversation(id: number | undefined): Conversation | null | undefined {
  const kept = useKept()
  return kept && (kept.find(conversation => conversation.id === id) ?? null)
}
