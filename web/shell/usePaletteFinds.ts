/**
 * What somebody can find: what the server finds in everything that they may read, and what is on the device. The names of registers are there for
 * those who may read them (`keepRegisters`), with forms and own tasks, so that finding these takes no time and works offline.
 */

import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconAlertTriangle,
  IconBook2,
  IconChecklist,
  IconClipboardCheck,
  IconForms,
  IconMessage,
  IconUser,
} from '@tabler/icons-react'
import { onlineManager, useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import type { Found } from '#shared/search/contract.ts'
import { type FoundKind, foundKinds } from '#shared/search/rules.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { registerNames } from '../answers/registerNames.ts'
import type { RegisterName } from '../answers/registerRows.ts'
import { api } from '../api.ts'
import { fillInPath } from '../filling/queries.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { offlineQuery } from '../lib/offline/offlineQuery.ts'
import { cacheResponse, findCachedResponse } from '../lib/responseCache.ts'
import { currentUser, useUser } from '../lib/session/session.ts'
import { keptOfSite, siteKey, useSite } from '../lib/site.ts'
import { registerIcons } from '../subjects/registerIcons.ts'
import { cachedTasks } from '../tasks/cachedQueries.ts'
import { bestOf } from './bestOf.ts'

const wanted = { status: 'open', sort: 'name', per_page: 100 } as const
/** Forms are found offline too, as this device saw them last. */
const openForms = {
  ...api.forms.list.query(wanted),
  ...offlineQuery('undated', () => api.forms.list(wanted)),
} as ReturnType<typeof api.forms.list.query>

/** `detail` is shown below the label. */
export type Find = { id: string; label: string; detail?: string; href: string; icon: Icon }
type FindGroup = { group: string; finds: Find[] }

const icons: Record<FoundKind, Icon> = {
  ...registerIcons,
  ...{ form: IconForms, task: IconChecklist, sent_task: IconChecklist, guide: IconBook2, person: IconUser },
  ...{ submission: IconClipboardCheck, finding: IconAlertTriangle, message: IconMessage },
}

/** The texts of each kind's feature. */
const ofOthers = {
  ...({ form: 'forms', task: 'tasks', sent_task: 'tasks', guide: 'guides', person: 'members' } as const),
  ...({ submission: 'submissions', finding: 'findings', message: 'messaging' } as const),
} satisfies Record<Exclude<FoundKind, SubjectType>, string>
const isSubject = (kind: FoundKind): kind is SubjectType => Object.hasOwn(registry, kind)
const nounOf = (kind: FoundKind) => (isSubject(kind) ? registry[kind].feature : ofOthers[kind])

/** Readers of ear tags write a mark without what separates its parts. */
const textsOf = ({ name, mark, marks = [] }: RegisterName) => {
  const all = mark ? [mark, ...marks] : marks
  return [name, ...all, ...all.map(one => one.replace(/[\s.-]/g, ''))]
}

type Named = Pick<Found, 'kind' | 'id' | 'title' | 'target_id'> & { detail?: string | null; at?: string | null }

export function usePaletteFinds(text: string): FindGroup[] {
  const { t, i18n } = useTranslation()
  const can = useAbility()
  const format = useFormat()
  const isAtWork = useUser()?.company_id != null
  // The names on the device are those of all sites: without a network they are better than nothing.
  const site = useSite()
  const isOfAllSites = site === null || !onlineManager.isOnline()
  const types = subjectTypes.filter(type => isAtWork && isOfAllSites && can('read', registry[type].subject))
  const seesPeople = isAtWork && can('read', 'Member') && can('read', 'Invite')
  const registers = useQueries({ queries: types.map(type => registerNames(type)) })
  const people = useQuery({ ...registerNames('user'), enabled: seesPeople })
  const mayEdit = can('update', 'Form')
  const forms = useQuery({ ...openForms, enabled: isAtWork && can('read', 'Form') })
  const found = useFound(text, isOfAllSites ? null : site)
  if (!text.trim()) return []
  const locale = toLocale(i18n.language)
  const named = (kind: FoundKind, rows: readonly RegisterName[] | undefined): Named[] =>
    bestOf(rows?.filter(({ id }) => id > 0) ?? [], text, textsOf).map(({ id, name, mark }) => ({
      ...{ kind, id, title: name, target_id: null },
      ...(mark && { detail: mark }),
    }))
  const formNames = forms.data?.data.map(form => ({
    id: form.id,
    name: textIn(form.name, locale, toLocale(form.default_language)).text,
  }))
  const ownTasks = (isAtWork ? (cachedTasks()?.tasks ?? []) : []).map(task => ({
    id: task.id,
    name: titleIn(task, locale),
  }))
  const here: Named[] = [
    ...types.flatMap((type, index) => named(type, registers[index]?.data)),
    ...named('form', formNames),
    ...named('sent_task', ownTasks),
    ...(seesPeople ? named('person', people.data) : []),
  ]
  const find = (row: Named): Find => {
    const parts = [row.detail, row.at && format.date(row.at)].filter(Boolean)
    return {
      id: foundPath(row as Found, mayEdit),
      label: row.title,
      // A name of one script and a day of another keep their own directions.
      ...(parts.length > 0 && { detail: parts.map(part => `\u2068${part}\u2069`).join(' · ') }),
      href: foundPath(row as Found, mayEdit),
      icon: icons[row.kind],
    }
  }
  // Rows of the device come first. Those that the server found may look different, because it searches more words.
  const all = [...here, ...found].map(row => ({ group: t(`${nounOf(row.kind)}.title`), find: find(row) }))
  const order = [...new Set(foundKinds.map(kind => t(`${nounOf(kind)}.title`)))]
  return order
    .map(group => ({
      group,
      finds: [...new Map(all.filter(one => one.group === group).map(({ find }) => [find.id, find])).values()],
    }))
    .filter(({ finds }) => finds.length > 0)
}

/** Where what was found is read. */
function foundPath({ kind, id, target_id }: Found, mayEditForms: boolean): string {
  switch (kind) {
    case 'form':
      return mayEditForms ? `/forms/${id}` : fillInPath(id)
    case 'task':
      return `/company/tasks/assignments/${id}`
    case 'sent_task':
      return `/tasks/${id}`
    case 'guide':
      return `/guides/${id}`
    case 'person':
      return `/company/users#${id}`
    case 'submission':
      return `/submission/view/${id}`
    case 'finding':
      return `/submission/view/${target_id}`
    case 'message':
      return `/messaging?conversation=${target_id}&message=${id}`
    default:
      return `${registry[kind].path}/${id}`
  }
}

// What the server finds in everything that somebody may read, in one call. What it found last stays on the device, so that the same things are
// found again offline.

const minLetters = 2
/** Bound of finds that stay on the device, the latest first. */
const maxKept = 200

const keyOf = (companyId: number | null) => `${companyId} found`
const idOf = ({ kind, id }: Found) => `${kind} ${id}`

async function keptHere(): Promise<Found[]> {
  const user = currentUser()
  const copy = user && (await findCachedResponse(user.id, keyOf(user.company_id)))
  return (copy?.data as Found[] | undefined) ?? []
}

async function keep(found: Found[]): Promise<void> {
  const user = currentUser()
  if (!user || found.length === 0) return
  const ids = new Set(found.map(idOf))
  const others = (await keptHere()).filter(one => !ids.has(idOf(one)))
  // After a sign-out, or as somebody else, nothing of this may stay here.
  if (currentUser()?.id === user.id)
    await cacheResponse(user.id, keyOf(user.company_id), [...found, ...others].slice(0, maxKept))
}

/** What was found for a text; until the server has answered, and without it, what it found of that before. */
function useFound(text: string, site: number | null): readonly Found[] {
  const isAtWork = useUser()?.company_id != null
  const [words] = useDebouncedValue(text.trim(), 250)
  const answered = useQuery({
    queryKey: [...api.search.find.key, words, ...siteKey(site)],
    queryFn: async ({ signal }) => {
      const found = await api.search.find({ q: words }, { signal, site })
      void keep(found)
      return found
    },
    enabled: isAtWork && words.length >= minLetters,
    staleTime: 30_000,
    // Without a network it fails at once, so that the kept copy is shown.
    networkMode: 'always',
    placeholderData: keptOfSite(site),
  })
  const kept = useQuery({
    queryKey: [...api.search.key, 'kept'],
    queryFn: keptHere,
    enabled: isAtWork && site === null && words.length >= minLetters,
    networkMode: 'always',
  })
  const isOfText = words === text.trim() && !answered.isPlaceholderData
  if (answered.data && isOfText && words.length >= minLetters) return answered.data
  return bestOf([...((site === null && kept.data) || []), ...(answered.data ?? [])], text, ({ title, detail }) => [
    title,
    detail ?? undefined,
  ])
}
