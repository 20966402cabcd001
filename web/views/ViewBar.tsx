import { Button } from '@mantine/core'
import { IconColumns3, IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../ui/lazyPart.tsx'
import type { Column } from '../ui/list/DataTable.tsx'
import type { Viewing } from './queries.ts'
import styles from './ViewBar.module.css'

const ViewSheet = lazyPart(() => import('./ViewSheet.tsx').then(part => part.ViewSheet))
const ColumnSheet = lazyPart(() => import('./ColumnSheet.tsx').then(part => part.ColumnSheet))

// biome-ignore lint/suspicious/noExplicitAny: of columns only names are read here
type Props = { viewing: Viewing; columns: Column<any>[] }

/** The ways to the views of a list and, where there is a table, to its columns. */
export function ViewBar({ viewing, columns }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'views' | 'columns'>()
  const { open, isChanged, settings } = viewing
  if (!settings) return null
  const onClosed = () => setOpened(undefined)
  return (
    <>
      <Button
        variant="default"
        className={styles.views}
        leftSection={<IconStar size={18} aria-hidden />}
        onClick={() => setOpened('views')}
      >
        {open ? (
          <>
            <bdi className={styles.name}>{open.name}</bdi>
            {isChanged && <span className={styles.changed}>{t('views.changed')}</span>}
          </>
        ) : (
          t('views.title')
        )}
      </Button>
      <Button
        variant="default"
        className={styles.columns}
        leftSection={<IconColumns3 size={18} aria-hidden />}
        onClick={() => setOpened('columns')}
      >
        {t('views.columns')}
      </Button>
      {opened === 'views' && <ViewSheet viewing={viewing} onClosed={onClosed} />}
      {opened === 'columns' && <ColumnSheet viewing={viewing} columns={columns} onClosed={onClosed} />}
    </>
  )
}
