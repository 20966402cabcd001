import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../lib/requestError.ts'
import type { List } from '../ui/list/useList.ts'
import { Notice } from '../ui/Notice.tsx'
import type { OpenView } from './useOpenView.ts'
import styles from './ViewBar.module.css'

type Props = { viewing: OpenView; list: List<never> }

/** Says what of an opened view the list does not know any more, and that a view is not there. */
export function ViewNotices({ viewing: { unknown, isMissing }, list }: Props) {
  const { t } = useTranslation()
  const { error, search, change } = list
  const refused =
    error instanceof RequestError && error.code === 'invalid'
      ? Object.keys(error.errors).filter(name => name in search)
      : []
  if (!isMissing && unknown.length === 0 && refused.length === 0) return null
  return (
    <div className={styles.notices}>
      {isMissing && <Notice kind="info">{t('views.missing')}</Notice>}
      {unknown.length > 0 && <Notice kind="info">{t('views.unknown', { names: unknown.join(', ') })}</Notice>}
      {refused.length > 0 && (
        <Notice kind="attention">
          {t('views.refused', { names: refused.join(', ') })}{' '}
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => change(Object.fromEntries(refused.map(name => [name, undefined])))}
          >
            {t('views.takeAway')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
