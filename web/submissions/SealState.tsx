import endpoints from 'virtual:endpoints/submissionSeals'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { submissionSeals } from '#shared/sealing/contract.ts'
import { callsOf } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

const submissionSealsApi = callsOf<typeof submissionSeals>('submissionSeals', endpoints)

/** Whether a submission is as it was sealed, with its latest number in the company's chain. */
export function SealState({ id }: { id: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: seal } = useQuery(submissionSealsApi.get.query({ id }))
  if (!seal) return '…'
  if (seal.state === 'differs') return <StatusBadge status="stop">{t('submissions.seal.differs')}</StatusBadge>
  const number = seal.links.at(-1)?.position
  return number === undefined
    ? t('submissions.seal.none')
    : t('submissions.seal.intact', { number: format.number(number) })
}
