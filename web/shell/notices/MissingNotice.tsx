import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { isMissing, useMissing } from '../../lib/missing.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { PageNotice } from '../../ui/page/PageNotice.tsx'
import styles from './MissingNotice.module.css'

/**
 * Says that a part of the screen could not be read, whichever: a part that only shows what there is would stand there as if there were
 * nothing, no withdrawal period and no finding. A screen that says it itself is not told twice.
 */
export function MissingNotice() {
  const { t } = useTranslation()
  const error = useMissing()
  if (!error) return null
  return (
    <div className={styles.missing}>
      <PageNotice
        kind="attention"
        actions={
          <Button
            variant="default"
            size="sm"
            onClick={() => queryClient.refetchQueries({ type: 'active', predicate: isMissing })}
          >
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('shell.missing', { why: errorText(error, t) })}
      </PageNotice>
    </div>
  )
}
