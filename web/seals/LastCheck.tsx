import { useTranslation } from 'react-i18next'
import type { ChainCheck } from '#shared/sealing/contract.ts'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'

/** When all of the chain was looked at last, by whom, and what that came to. */
export function LastCheck({ check }: { check: ChainCheck | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!check) return t('seals.chain.last.never')
  const { checked_at, checked_by, checked_by_name, links, found } = check
  const numbers = { links: format.number(links), found: format.number(found) }
  return (
    <>
      <LocalTime value={checked_at} />{' '}
      {checked_by === null
        ? t('seals.chain.last.byNight')
        : checked_by_name && t('seals.chain.last.by', { name: checked_by_name })}
      <br />
      <StatusBadge status={found > 0 ? 'stop' : 'ok'}>
        {found > 0 ? t('seals.chain.last.differs', numbers) : t('seals.chain.last.intact', numbers)}
      </StatusBadge>
    </>
  )
}
