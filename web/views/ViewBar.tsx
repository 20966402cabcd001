import { Button } from '@mantine/core'
import { IconColumns3, IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../ui/list/DataTable.tsx'
import type { List } from '../ui/list/useList.ts'
import { ColumnSheet } from './ColumnSheet.tsx'
import type { Viewing } from './queries.ts'
import { useOpenView } from './useOpenView.ts'
import styles from './ViewBar.module.css'
import { ViewNotices } from './ViewNotices.tsx'
import { ViewSheet } from './ViewSheet.tsx'

// biome-ignore lint/suspicious/noExplicitAny: of columns only names are read here
type Props = { viewing: Viewing; list: List<any>; columns: Column<any>[] }

/** The ways to the views of a list and, where there is a table, to its columns; and what is to be said of the one that is open. */
export function ViewBar({ viewing: asked, list, columns }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'views' | 'columns'>()
  const viewing = useOpenView(asked)
  const { open, isChanged, settings } = viewing
  if (!settings) return null
  const onClosed = () => setOpened(undefined)
  return (
    <>
      <div className={styles.bar}>
        <Button
          variant="default"
          className={styles.views}
          aria-label={open ? undefined : t('views.title')}
          onClick={() => setOpened('views')}
        >
          <IconStar size={18} className={styles.sign} />
          {open ? (
            <>
              <bdi className={styles.name}>{open.name}</bdi>
              {isChanged && <span className={styles.changed}>{t('views.changed')}</span>}
            </>
          ) : (
            <span className={styles.word}>{t('views.title')}</span>
          )}
        </Button>
        <Button
          variant="default"
          className={styles.columns}
          leftSection={<IconColumns3 size={18} />}
          onClick={() => setOpened('columns')}
        >
          {t('views.columns')}
        </Button>
      </div>
      <ViewNotices viewing={viewing} list={list as never} />
      {opened === 'views' && <ViewSheet viewing={viewing} onClosed={onClosed} />}
      {opened === 'columns' && <ColumnSheet viewing={viewing} columns={columns} onClosed={onClosed} />}
    </>
  )
}
