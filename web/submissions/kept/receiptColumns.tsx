import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useUser } from '../../lib/session/session.ts'
import type { Column } from '../../ui/list/DataTable.tsx'

/** Columns for the sender: the number of the receipt, and the PDF; others can choose these columns. */
export const receiptColumns = (t: TFunction, optional: boolean): Column<Submission>[] => [
  {
    key: 'receipt_sequence',
    title: t('submissionPage.kept.receipt'),
    cell: row => row.receipt_sequence !== null && <ReceiptNumber number={row.receipt_sequence} />,
    width: '7rem',
    optional,
  },
  {
    key: 'pdf',
    title: t('submissionPage.kept.pdf'),
    cell: row => row.status === 'complete' && <SentPdfButton submission={row} />,
    width: '8rem',
    optional,
  },
]

function ReceiptNumber({ number }: { number: number }) {
  return <span className="tabular">{useFormat().number(number)}</span>
}

/** The PDF of what somebody sent: with signal as it is now, without as this device keeps it. */
export function SentPdfButton({ submission }: { submission: Submission }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const userId = useUser()?.id ?? 0
  const { id, form_name, completed_at, updated_at } = submission
  const name = textIn(form_name, toLocale(i18n.language), defaultLocale).text
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      try {
        return await api.submissions.pdf({ id })
      } catch (error) {
        const kept = await (await import('../../filling/sentQueries.ts')).findSentPdf(userId, id)
        if (!kept) throw error
        return kept
      }
    },
    onSuccess: content => saveFile(content, `${name} ${format.dayOf(completed_at ?? updated_at)}.pdf`),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={20} />}
      aria-label={t('submissionPage.kept.savePdf', { name })}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('submissionPage.kept.pdf')}
    </Button>
  )
}
