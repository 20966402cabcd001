import { Menu } from '@mantine/core'
import { IconArchive, IconFileSpreadsheet, IconFileTypeCsv, IconMail, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/reports/contract.ts'
import { useAbility } from '../../lib/ability.tsx'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'

export type ReportActions = {
  report: Report
  onSave: (format: 'xlsx' | 'csv') => void
  onMail: () => void
  onEdit: () => void
  onArchive: () => void
}

/** What one does with a report now and then. */
export function ReportMenu(props: ReportActions & { children: ReactNode }) {
  const { report, onSave, onMail, onEdit, onArchive, children } = props
  const { t } = useTranslation()
  const can = useAbility()
  return (
    <Menu width={280} {...useOpening()}>
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        {can('update', 'Report', report) && (
          <>
            <Menu.Item leftSection={<IconPencil size={20} />} onClick={onEdit}>
              {t('common.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconMail size={20} />} onClick={onMail}>
              {t('reports.schedule.button')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<IconFileSpreadsheet size={20} />} onClick={() => onSave('xlsx')}>
          {t('reports.saveXlsx')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={20} />} onClick={() => onSave('csv')}>
          {t('reports.saveCsv')}
        </Menu.Item>
        {can('delete', 'Report', report) && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconArchive size={20} />} onClick={onArchive}>
              {t('common.archive')}
            </Menu.Item>
          </>
        )}
      </MenuList>
    </Menu>
  )
}
