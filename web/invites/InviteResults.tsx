import { useTranslation } from 'react-i18next'
import type { InviteResult } from '#shared/companies/rules.ts'
import type { Status } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Invites.module.css'

type Line = { line: number; text: string; email: string | null; result: InviteResult }

const status = (result: InviteResult): Status =>
  result === 'invited' ? 'ok' : ['duplicate', 'already_invited', 'already_a_member'].includes(result) ? 'info' : 'stop'

/** What became of each line of a list. */
export function InviteResults({ lines }: { lines: Line[] }) {
  const { t } = useTranslation()
  const invited = lines.filter(({ result }) => result === 'invited').length
  return (
    <>
      <p role="status">{t('invites.invitedOf', { count: invited, of: lines.length })}</p>
      <ol className={styles.results}>
        {lines.map(({ line, text, email, result }) => (
          <li key={line} className={styles.result}>
            <span className={styles.line}>
              <span className={styles.number}>{line}</span>
              <bdi>{email ?? text}</bdi>
            </span>
            <StatusBadge status={status(result)}>{t(`invites.results.${result}`)}</StatusBadge>
          </li>
        ))}
      </ol>
    </>
  )
}
