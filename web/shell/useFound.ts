/**
 * What the server finds in everything that somebody may read, in one call. What it found last stays on the device, so that the same things are
 * found again without signal.
 */

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Found } from '#shared/search/contract.ts'
import { api } from '../api.ts'
import { findCopy, keepCopy } from '../lib/offline/copies.ts'
import { currentUser, useUser } from '../lib/session/session.ts'
import { bestOf } from './bestOf.ts'

const minLetters = 2
/** So many stay on the device, the latest first. */
const maxKept = 200

const keyOf = (companyId: number | null) => `${companyId} found`
const idOf = ({ kind, id }: Found) => `${kind} ${id}`

async function keptHere(): Promise<Found[]> {
  const user = currentUser()
  const copy = user && (await findCopy(user.id, keyOf(user.company_id)))
  return (copy?.data as Found[] | undefined) ?? []
}

async function keep(found: Found[]): Promise<void> {
  const user = currentUser()
  if (!user || found.length === 0) return
  const ids = new Set(found.map(idOf))
  const others = (await keptHere()).filter(one => !ids.has(idOf(one)))
  // Signed out meanwhile, or somebody else: then nothing of this may stay here.
  if (currentUser()?.id === user.id)
    await keepCopy(user.id, keyOf(user.company_id), [...found, ...others].slice(0, maxKept))
}

/** What was found for a text; until the server has answered, and without it, what it found of that before. */
export function useFound(text: string): readonly Found[] {
  const isAtWork = useUser()?.company_id != null
  const [words] = useDebouncedValue(text.trim(), 250)
  const answered = useQuery({
    queryKey: [...api.search.find.key, words],
    queryFn: async ({ signal }) => {
      const found = await api.search.find({ q: words }, { signal })
      void keep(found)
      return found
    },
    enabled: isAtWork && words.length >= minLetters,
    staleTime: 30_000,
    // Without a network it is to fail at once, for what is kept here to be shown.
    networkMode: 'always',
    placeholderData: keepPreviousData,
  })
  const kept = useQuery({
    queryKey: [...api.search.key, 'kept'],
    queryFn: keptHere,
    enabled: isAtWork && words.length >= minLetters,
    networkMode: 'always',
  })
  const isOfText = words === text.trim() && !answered.isPlaceholderData
  if (answered.data && isOfText && words.length >= minLetters) return answered.data
  return bestOf([...(kept.data ?? []), ...(answered.data ?? [])], text, ({ title, detail }) => [
    title,
    detail ?? undefined,
  ])
}
