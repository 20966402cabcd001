import { Switch } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from './FilterChip.tsx'
import { FilterPlace } from './filterPlace.ts'
import type { List } from './useList.ts'

/** Shows the archived rows in place of the living ones. */
export function ArchiveFilter<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  const isOn = list.search.archived ?? false
  if (use(FilterPlace) === 'chip')
    return isOn && <FilterChip text={t('common.archived')} onRemove={() => list.change({ archived: undefined })} />
  return (
    <Switch
      label={t('common.archived')}
      checked={isOn}
      onChange={event => list.change({ archived: event.currentTarget.checked || undefined })}
    />
  )
}
