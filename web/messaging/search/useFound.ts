import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { searchPage } from '#shared/messaging/rules.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useUser } from '../../lib/session/session.ts'
import type { Wanted } from '../kept/searchKept.ts'

export type Hit = {
  message: Message
  highlight: string
  conversation?: Pick<Conversation, 'id' | 'title' | 'type' | 'users'>
}

/** `isHere`: there was no answer from the server, so only what this device has kept was searched. */
type Page = { hits: Hit[]; isHere: boolean }

/** The messages that have the words, in one conversation or in all of one's own, the newest first. */
export function useFound(wanted: Wanted, conversationId: number | undefined) {
  const userId = useUser()?.id
  const { dayOf } = useFormat()
  return useInfiniteQuery({
    queryKey: [...api.messaging.search.key, conversationId ?? 'all', wanted],
    enabled: wanted.q !== '',
    initialPageParam: 0,
    getNextPageParam: ({ hits, isHere }: Page, pages) =>
      !isHere && hits.length === searchPage ? pages.length * searchPage : undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, pageParam: offset }): Promise<Page> => {
      const asked = { ...wanted, ...(offset > 0 && { offset }) }
      try {
        const hits = await (conversationId === undefined
          ? api.messaging.searchAll(asked, { signal })
          : api.messaging.search({ id: conversationId, ...asked }, { signal }))
        return { hits, isHere: false }
      } catch (error) {
        const isNoAnswer = error instanceof RequestError && error.isPassing
        if (signal.aborted || userId === undefined || !isNoAnswer || offset > 0) throw error
        const { searchKept } = await import('../kept/searchKept.ts')
        const kept = await searchKept(userId, wanted, { conversationId, dayOf })
        return { hits: kept.map(message => ({ message, highlight: message.message_text })), isHere: true }
      }
    },
  })
}
