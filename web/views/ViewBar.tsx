import { Button } from '@mantine/core'
import { IconColumns3, IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import type { Column } from '../ui/list/DataTable.tsx'
import type { List } from '../ui/list/useList.ts'
import { Notice } from '../ui/Notice.tsx'
import { ColumnSheet } from './ColumnSheet.tsx'
import { type OpenView, useOpenView, type Viewing } from './queries.ts'
import styles from './ViewSheet.module.css'
import { ViewSheet } from './ViewSheet.tsx'

// biome-ignore lint/suspicious/noExplicitAny: of columns only names are read here
type Props = { viewing: Viewing; list: List<any>; columns: Column<any>[] }

/** The ways to the views of a list and, where there is a table, to its columns, with a line on the open view. */
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

type ViewNoticesProps = { viewing: OpenView; list: List<never> }

/** Says what of an opened view the list does not know any more, and that a view is not there. */
function ViewNotices({ viewing: { unknown, isMissing }, list }: ViewNoticesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { error, search, change } = list
  const refused =
    error instanceof RequestError && error.code === 'invalid'
      ? Object.keys(error.errors).filter(name => name in search)
      : []
  if (!isMissing && unknown.length === 0 && refused.length === 0) return null
  return (
    <div className={styles.notices}>
      {isMissing && <Notice kind="info">{t('views.missing')}</Notice>}
      {unknown.length > 0 && <Notice kind="info">{t('views.unknown', { names: format.commas(unknown) })}</Notice>}
      {refused.length > 0 && (
        <Notice kind="attention">
          {t('views.refused', { names: format.commas(refused) })}{' '}
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
