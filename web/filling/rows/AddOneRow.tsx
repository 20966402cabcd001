import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AddRowsProps } from './AddRows.tsx'
import { useRowList } from './useRowList.ts'

/** Adds a row and opens it. */
export function AddOneRow({ repeat, at, onOpen }: AddRowsProps) {
  const { t } = useTranslation()
  const list = useRowList(repeat, at)
  return (
    <Button size="lg" variant="default" leftSection={<IconPlus size={22} />} onClick={() => onOpen(list.add())}>
      {t('filling.rows.add')}
    </Button>
  )
}
