import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { submissionsApi } from './api.ts'

/** Saves the submission as a PDF in the reader's language. */
export function PdfButton({ submission, name }: { submission: SubmissionDetail; name: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { mutate, isPending } = useMutation({
    mutationFn: () => submissionsApi.pdf({ id: submission.id }),
    onSuccess: content =>
      saveFile(content, `${name} ${format.dayOf(submission.completed_at ?? submission.updated_at)}.pdf`),
  })
  return (
    <Button leftSection={<IconFileTypePdf size={20} />} loading={isPending} onClick={() => mutate()}>
      {t('submissions.savePdf')}
    </Button>
  )
}
