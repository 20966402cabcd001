import { ActionIcon, Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../ui/list/DataTable.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { type OpenView, shownOf, useSettings } from './queries.ts'
import styles from './ViewSheet.module.css'

// biome-ignore lint/suspicious/noExplicitAny: of columns only names are read here
type Props = { viewing: OpenView; columns: Column<any>[]; onClosed: () => void }
const steps = [
  { by: -1, name: 'up', Icon: IconChevronUp },
  { by: 1, name: 'down', Icon: IconChevronDown },
] as const

/**
 * Which columns the table shows, and in which order; it follows at once. Without an open view they are kept for the
 * person. While it is open it goes by what was chosen in it last: what the address and the server say comes later, and
 * may be older.
 */
export function ColumnSheet({ viewing, columns, onClosed }: Props) {
  const { t } = useTranslation()
  const { set } = useSettings(viewing.name)
  const [said, setSaid] = useState('')
  const [wanted, setWanted] = useState<string[] | null>()
  const chosen = wanted === undefined ? viewing.chosen : wanted
  const shown = shownOf(columns, chosen)
  const rest = columns.filter(column => !shown.includes(column))
  function choose(keys: string[] | null) {
    setWanted(keys ?? viewing.open?.columns ?? null)
    if (viewing.open) viewing.showColumns(keys)
    else set.mutate({ columns: keys }, { onError: () => setWanted(undefined) })
  }
  // What is not offered now, such as an answer of another form, stays chosen.
  const others = chosen?.filter(key => columns.every(column => column.key !== key)) ?? []
  const keep = (next: typeof shown) => choose([...next.slice(1).map(({ key }) => key), ...others])
  const pressed = useRef<HTMLButtonElement>(null)
  const order = shown.map(({ key }) => key).join()
  // A row that moves loses the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks when the order has changed
  useEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [order])
  function move(column: (typeof shown)[number], place: number) {
    const next = shown.filter(one => one !== column)
    next.splice(place, 0, column)
    keep(next)
    setSaid(t('views.moved', { name: column.title, place: place + 1, total: shown.length }))
  }
  return (
    <SideSheet title={t('views.columns')} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          <p className={styles.hint}>{t(viewing.open ? 'views.columnsOfView' : 'views.columnsKept')}</p>
          <div className={styles.options}>
            {[...shown, ...rest].map((column, index) => (
              <div key={column.key} className={styles.line}>
                <Checkbox
                  className={styles.option}
                  label={<bdi>{column.title}</bdi>}
                  checked={index < shown.length}
                  disabled={index === 0}
                  onChange={() => keep(index < shown.length ? shown.filter(one => one !== column) : [...shown, column])}
                />
                {index > 0 &&
                  index < shown.length &&
                  steps.map(({ by, name, Icon }) => {
                    // It stays where the keyboard is: disabled it would lose it.
                    const isEnd = by < 0 ? index === 1 : index === shown.length - 1
                    return (
                      <ActionIcon
                        key={name}
                        aria-label={t(`views.${name}`, { name: column.title })}
                        aria-disabled={isEnd}
                        className={styles.step}
                        onClick={event => {
                          if (isEnd) return
                          pressed.current = event.currentTarget
                          move(column, index + by)
                        }}
                      >
                        <Icon size={20} />
                      </ActionIcon>
                    )
                  })}
              </div>
            ))}
          </div>
          <VisuallyHidden role="status">{said}</VisuallyHidden>
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
