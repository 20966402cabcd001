import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PdfButton } from '../../documents/PdfButton.tsx'
import { useUser } from '../../lib/session/session.ts'
import { useCalendarSearch } from './useCalendarSearch.ts'

/** The work of the day on which the calendar stands, of everybody or of the person that it is narrowed to, for the barn door. */
export function PrintSheet() {
  const { t } = useTranslation()
  const company = useUser()?.company_id ?? 0
  const { date, user_id } = useCalendarSearch()
  return (
    <PdfButton
      wanted={{ kind: 'sheet', record_id: company, date, ...(user_id && { user_id }) }}
      text={t('tasks.sheet.print')}
      icon={<IconPrinter size={20} />}
      variant="default"
    />
  )
}
