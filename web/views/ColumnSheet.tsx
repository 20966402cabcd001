import { Button, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '../ui/list/DataTable.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { shownOf } from './queries.ts'
import type { OpenView } from './useOpenView.ts'
import { useSettings } from './useSettings.ts'
import styles from './ViewSheet.module.css'

// biome-ignore lint/suspicious/noExplicitAny: of columns only names are read here
type Props = { viewing: OpenView; columns: Column<any>[]; onClosed: () => void }

/** Which columns the table shows; it follows at once. Without an open view they are kept for the person. */
export function ColumnSheet({ viewing, columns, onClosed }: Props) {
  const { t } = useTranslation()
  const { set } = useSettings(viewing.name)
  const shown = shownOf(columns, viewing.chosen).map(({ key }) => key)
  const choose = (keys: string[] | null) => (viewing.open ? viewing.showColumns(keys) : set.mutate({ columns: keys }))
  // What is not offered now, such as an answer of another form, stays chosen.
  const others = viewing.chosen?.filter(key => columns.every(column => column.key !== key)) ?? []
  const toggle = (key: string) => {
    const next = columns.slice(1).flatMap(column => {
      const isShown = shown.includes(column.key)
      return (column.key === key ? !isShown : isShown) ? [column.key] : []
    })
    choose([...next, ...others])
  }
  return (
    <SideSheet title={t('views.columns')} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          <p className={styles.hint}>{t(viewing.open ? 'views.columnsOfView' : 'views.columnsKept')}</p>
          <div className={styles.options}>
            {columns.map((column, index) => (
              <Checkbox
                key={column.key}
                className={styles.option}
                label={<bdi>{column.title}</bdi>}
                checked={shown.includes(column.key)}
                disabled={index === 0}
                onChange={() => toggle(column.key)}
              />
            ))}
          </div>
          <SheetFooter>
            <Button onClick={close}>{t('common.showList')}</Button>
            <Button variant="default" onClick={() => choose(null)}>
              {t('views.ownColumns')}
            </Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}
