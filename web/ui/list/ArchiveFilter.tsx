import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchiveSwitch } from './ArchiveSwitch.tsx'
import { FilterChip } from './FilterChip.tsx'
import { FilterPlace } from './filterPlace.ts'
import type { List } from './useList.ts'

/** Shows the archived rows in place of the living ones. */
export function ArchiveFilter<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  const isOn = list.search.archived ?? false
  const change = (archived: boolean) => list.change({ archived: archived || undefined })
  if (use(FilterPlace) === 'chip')
    return isOn && <FilterChip text={t('common.archived')} onRemove={() => change(false)} />
  return <ArchiveSwitch isOn={isOn} onChange={change} />
}
