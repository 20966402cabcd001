import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { presenceChannel } from '#shared/lib/contract.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { maxOffered } from '#shared/messaging/rules.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { Listeners } from '../lib/listeners.ts'
import { useUser } from '../lib/session/session.ts'
import { realtime } from '../realtime.ts'

/** What the composer is about to do besides writing something new. */
export type Intent = { reply: Message } | { edit: Message } | null

export type MessagingSearch = { conversation?: number | undefined; message?: number | undefined }

type Titled = Pick<Conversation, 'type' | 'title' | 'users'> & { company_name?: string | null }

/** How a conversation is called: by its title, by the other of two, or as the support line. */
export function titleOf(conversation: Titled, ownId: number | undefined, t: TFunction): string {
  if (conversation.type === 'support') {
    const isOwn = conversation.users.some(({ id }) => id === ownId)
    return isOwn ? t('messaging.support') : `${t('messaging.support')} · ${conversation.company_name ?? ''}`
  }
  if (conversation.title) return conversation.title
  return otherOf(conversation, ownId)?.name ?? t('messaging.unknown')
}

export const otherOf = ({ users }: Pick<Conversation, 'users'>, ownId: number | undefined) =>
  users.find(({ id }) => id !== ownId)

/** Who wrote a message. Of the support line's admins no names are known here. */
export const nameOf = (sender: Message['sender'], type: Conversation['type'] | undefined, t: TFunction): string =>
  sender?.name ?? t(type === 'support' ? 'messaging.support' : 'messaging.unknown')

// Who of the company is here, and when the others were here last.

let here: ReadonlySet<number> = new Set()
const listeners = new Listeners()
const become = (next: ReadonlySet<number>) => {
  here = next
  listeners.notify()
}

type Members = { members?: Record<string, unknown> }

/** Listens while it is shown; to be called once by the page. */
export function useListenPresence(): void {
  const companyId = useUser()?.company_id
  const mayLook = useAbility()('read', 'Member')
  useEffect(() => {
    if (companyId == null || !mayLook) return
    // Nobody knows of anybody while the connection is away; when it is back, the channel says it again.
    const unwatch = realtime.watch(() => {
      if (realtime.state !== 'connected' && here.size > 0) become(new Set())
    })
    const leave = realtime.listen(presenceChannel(companyId), (event, data) => {
      if (event === 'pusher:subscription_succeeded')
        become(new Set(Object.keys((data as Members).members ?? {}).map(Number)))
      const { id } = (data ?? {}) as { id?: string }
      if (event === 'pusher:member_added') become(new Set([...here, Number(id)]))
      if (event === 'pusher:member_removed') become(new Set([...here].filter(one => one !== Number(id))))
    })
    return () => {
      unwatch()
      leave()
    }
  }, [companyId, mayLook])
}

export const useOnline = (): ReadonlySet<number> => useSyncExternalStore(listeners.subscribe, () => here)

/** Colleagues, with when they were here last. */
export const useColleagues = () => useQuery(api.messaging.available.query()).data ?? []

/**
 * Colleagues by a part of their name: of those who are offered, and where a company has more, as the server finds them.
 */
export function useColleaguesNamed(name: string) {
  const offered = useColleagues()
  const isMore = offered.length >= maxOffered
  const [search] = useDebouncedValue(name.trim(), 250)
  const found = useQuery({
    ...api.messaging.available.query({ search }),
    enabled: isMore && search !== '',
    placeholderData: keepPreviousData,
  }).data
  if (isMore && found && name.trim() !== '') return found
  return offered.filter(one => textHolds(one.name, name))
}

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
    void import('./kept/keepMessages.ts')
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
