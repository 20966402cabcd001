import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { tagReader } from '../answers/scanning/tagReader.ts'
import { type Named, SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { FilterChip, FilterPlace } from '../ui/list/Filters.tsx'
import type { List } from '../ui/list/useList.ts'
import { registerApis } from './registerApis.ts'

type Props<Row> = {
  list: List<Row>
  type: SubjectType
  /** The text while nothing is chosen. */
  all: string
}

/** Narrows a list to one animal, group, location or vehicle. */
export function SubjectFilter<Row>({ list, type, all }: Props<Row>) {
  const { t } = useTranslation()
  const place = use(FilterPlace)
  const { filter } = registry[type]
  const id = Number(list.search[filter]) || undefined
  const found = useQuery({ ...registerApis[type].get.query({ id: id ?? 0 }), enabled: id !== undefined } as never) as {
    data?: Named
  }
  const name = found.data?.name ?? '…'
  const change = (chosen: number | undefined) => list.change({ [filter]: chosen && String(chosen) })
  if (place === 'chip') return id !== undefined && <FilterChip text={name} onRemove={() => change(undefined)} />
  return (
    <SearchSelect<Named>
      label={t(`reports.groupings.${type}`)}
      placeholder={all}
      chosen={id === undefined ? undefined : { id, name }}
      onChange={row => change(row?.id)}
      find={search => registerApis[type].list.query({ sort: 'name', ...search }) as never}
      onKeyDown={tagReader({ types: [type], pick: chosen => change(chosen.id) })}
    />
  )
}
