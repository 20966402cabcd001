import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import { FilterPlace, FilterSheet } from '../ui/list/Filters.tsx'
import type { List } from '../ui/list/useList.ts'
import { MoreFilterChips, MoreFilterFields } from './MoreFilterFields.tsx'
import { moreFilters } from './moreFilterNames.ts'

/** What else the list narrows to: in a sheet of its own, or with the others in the sheet of phones; chips say what it is. */
export function MoreFilters({ list }: { list: List<Submission> }) {
  const { t } = useTranslation()
  const place = use(FilterPlace)
  const [isOpen, setOpen] = useState(false)
  const chips = moreFilters.some(name => list.search[name] !== undefined) && <MoreFilterChips list={list} />
  if (place === 'chip') return chips
  if (place === 'sheet') return <MoreFilterFields list={list} />
  return (
    <>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={18} />} onClick={() => setOpen(true)}>
        {t('submissionFilters.more')}
      </Button>
      {chips}
      {isOpen && (
        <FilterSheet onClosed={() => setOpen(false)}>
          <FilterPlace value="sheet">
            <MoreFilterFields list={list} />
          </FilterPlace>
        </FilterSheet>
      )}
    </>
  )
}
