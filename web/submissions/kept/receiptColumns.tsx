import type { TFunction } from 'i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list/DataTable.tsx'
import { SentPdfButton } from './SentPdfButton.tsx'

/** What whoever sent it has of it: the number of the receipt, and the PDF; others choose these columns. */
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
