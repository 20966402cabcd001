import { useTranslation } from 'react-i18next'
import type { RestorableBackup } from '#shared/accounts/restores.ts'
import { useFormat } from '../../lib/format.ts'

/** How much a backup holds. */
export function BackupFacts({ backup }: { backup: RestorableBackup }) {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = [
    [t('restore.holds.companies'), backup.companies],
    [t('restore.holds.people'), backup.people],
    [t('restore.holds.submissions'), backup.submissions],
    [t('restore.holds.files'), backup.files],
  ] as const
  return (
    <div>
      {counts.map(([name, count]) => `${name}${t('common.colon')} ${format.number(count)}`).join(' · ')}
      {' · '}
      {inMegabytes(format.number, backup.bytes)}
    </div>
  )
}

/** A size in megabytes, rounded up. */
export const inMegabytes = (
  number: (value: number, options: Intl.NumberFormatOptions) => string,
  bytes: number,
): string => number(Math.ceil(bytes / 1e6), { style: 'unit', unit: 'megabyte' })
