import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import type { Location } from '#shared/locations/contract.ts'
import { registerNames } from '../answers/registerNames.ts'
import { api } from '../api.ts'
import { SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { FilterChip, FilterPlace } from '../ui/list/Filters.tsx'
import type { List } from '../ui/list/useList.ts'
import { fieldOfReach } from './ReachSelect.tsx'

const everywhere = 'company'
const isPlace = (type: string): type is keyof typeof fieldOfReach => type in fieldOfReach

/** Narrows people to those who work at a place, or in the whole company. */
export function WorksAtFilter({ list }: { list: List<Member> }) {
  const { t } = useTranslation()
  const place = use(FilterPlace)
  const value = String(list.search.works_at ?? '')
  const [type = '', id] = value.split(':')
  const names = useQuery({ ...registerNames(isPlace(type) ? type : 'location'), enabled: isPlace(type) }).data
  const chosen = isPlace(type)
    ? { id: Number(id), name: names?.find(row => row.id === Number(id))?.name ?? '…' }
    : undefined
  const change = (works_at: string | undefined) => list.change({ works_at })
  if (place === 'chip') {
    const text = value === everywhere ? t('members.everywhereChip') : chosen?.name
    return text && <FilterChip text={text} onRemove={() => change(undefined)} />
  }
  return (
    <>
      <SearchSelect<Location>
        label={t('members.reach')}
        placeholder={t('members.anywhere')}
        chosen={chosen}
        onChange={row => change(row && `location:${row.id}`)}
        find={search => api.locations.list.query({ sort: 'name', ...search })}
      />
      <Switch
        label={t('members.everywhereChip')}
        checked={value === everywhere}
        onChange={event => change(event.currentTarget.checked ? everywhere : undefined)}
      />
    </>
  )
}
