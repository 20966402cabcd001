import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './Sheets.module.css'

type Props = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** Fetches the page of messages before those that are listed; nothing where there is none. */
export function Earlier({ query }: Props) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  return (
    <Button
      className={styles.earlier}
      variant="subtle"
      color="gray"
      loading={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {t('messaging.older')}
    </Button>
  )
}
