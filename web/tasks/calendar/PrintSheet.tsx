import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/saveFile.ts'
import { useUser } from '../../lib/session/session.ts'
import { tellProblem } from '../../ui/toast.tsx'
import { tasksApi } from '../api.ts'
import { useCalendarSearch } from './useCalendarSearch.ts'

/** The work of the day on which the calendar stands, of everybody or of the person that it is narrowed to, for the barn door. */
export function PrintSheet() {
  const { t } = useTranslation()
  const company_id = useUser()?.company_id ?? 0
  const { date, user_id } = useCalendarSearch()
  const print = useMutation({
    mutationFn: () => tasksApi.sheet({ company_id, date, ...(user_id && { user_id }) }),
    onSuccess: pdf => saveFile(pdf, `${t('tasks.sheet.title')} ${date}.pdf`),
    onError: error => void tellProblem(error),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={20} />}
      loading={print.isPending}
      onClick={() => print.mutate()}
    >
      {t('tasks.sheet.print')}
    </Button>
  )
}
