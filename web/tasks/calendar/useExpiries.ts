import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { NamedWithhold } from '#shared/animal-events/contract.ts'
import type { Certificate } from '#shared/certificates/contract.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { keptOfSite, useSite } from '../../lib/site.ts'
import { type endingSources, useCalendarSearch } from './useCalendarSearch.ts'

/** What has a last day and is nobody's task. */
export type Expiry = { source: (typeof endingSources)[number]; day: string; text: string; href: string }

/** What ends on one of the days that are shown, by the key of its mark: withholds, and certificates that run out. */
export function useExpiries(isOwn: boolean): ReadonlyMap<string, Expiry> {
  const { t } = useTranslation()
  const chosen = useSite()
  const site = isOwn ? null : chosen
  return new Map([
    ...useHeld(site).map((one): [string, Expiry] => [
      `held ${one.id}`,
      {
        source: 'withhold',
        day: one.until,
        text: t('tasks.calendar.held', { name: one.name, product: t(`animalEvents.products.${one.product}`) }),
        href: one.animal_id === null ? `/animals/groups/${one.animal_group_id}` : `/animals/${one.animal_id}`,
      },
    ]),
    ...useEndingCertificates(isOwn, site).map((paper): [string, Expiry] => [
      `paper ${paper.id}`,
      {
        source: 'paper',
        day: paper.valid_until ?? '',
        text: t('certificates.lastDay', {
          kind: t(`certificates.kinds.${paper.kind}`),
          name: paper.vehicle_name ?? paper.holder_name ?? t('certificates.of.company'),
        }),
        href: `${paper.vehicle_id === null ? `/papers?kind=${paper.kind}` : `/vehicles/${paper.vehicle_id}`}#paper-${paper.id}`,
      },
    ]),
  ])
}

/** What must not be sold for the last time on one of the days. */
function useHeld(site: number | null): readonly NamedWithhold[] {
  const { range, kind, only, subject } = useCalendarSearch()
  const isOf = !subject || subject.type === 'animal' || subject.type === 'animal_group'
  // A filter by one kind of task shows no withdrawal periods.
  const isWanted = useAbility()('read', 'Animal') && isOf && !kind && only !== 'paper'
  const { start_date, end_date } = range
  const { data } = useQuery({
    ...api.animalEvents.ending.at(site, {
      ...{ start_date, end_date },
      ...(subject?.type === 'animal' && { animal_id: subject.id }),
      ...(subject?.type === 'animal_group' && { animal_group_id: subject.id }),
    }),
    enabled: isWanted,
    placeholderData: keptOfSite(site),
  })
  return isWanted && data ? data : []
}

const perPage = 100
/** Pages of certificates that are requested; nowhere do more end within one month. */
const maxPages = 10

/** Certificates that hold for the last time on one of the days: in the own calendar the person's own. */
function useEndingCertificates(isOwn: boolean, site: number | null): readonly Certificate[] {
  const { range, kind, only, subject, user_id } = useCalendarSearch()
  const me = useUser()?.id
  const holder_id = isOwn ? me : user_id
  const isOf = !subject || (subject.type === 'vehicle' && !holder_id)
  const isWanted = useAbility()('read', 'Paper') && isOf && !kind && only !== 'withhold'
  const page = (number: number) => ({
    ...api.papers.list.at(site, {
      ...{ ends_from: range.start_date, ends_before: dayAfter(range.end_date), per_page: perPage, page: number },
      ...(holder_id && { holder_id }),
      ...(subject && { vehicle_id: subject.id }),
    }),
    enabled: isWanted,
    placeholderData: keptOfSite(site),
  })
  const { data } = useQuery(page(1))
  const pages = Math.min(data?.meta.last_page ?? 1, maxPages)
  const others = useQueries({ queries: Array.from({ length: pages - 1 }, (_, index) => page(index + 2)) })
  return isWanted ? [data, ...others.map(other => other.data)].flatMap(one => one?.data ?? []) : []
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 3600_000).toISOString().slice(0, 10)
