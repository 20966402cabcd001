import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconList } from '@tabler/icons-react'
import { type ComponentType, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Element, Repeat } from '#shared/forms/definition.ts'
import { RowsProvider, useDraftSelector, useRows } from '../../answers/draft/DraftContext.tsx'
import { useFormat } from '../../lib/format.ts'
import { useShowRowSteps } from '../pages/RowSteps.tsx'
import styles from './RowList.module.css'
import { useRowName } from './rowList.ts'

type Props = {
  repeat: Repeat
  row: string
  rows: readonly string[]
  Questions: ComponentType<{ elements: Element[] }>
  onOpen: (row: string | null) => void
}

/** The questions of one row; before and after it are its neighbours. */
export function RowView({ repeat, row, rows, Questions, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const around = useRows()
  const within = useMemo(() => [...around, row], [around, row])
  const heading = useRef<HTMLHeadingElement>(null)
  const index = rows.indexOf(row)
  const [before, after] = [rows[index - 1], rows[index + 1]]
  const isInBar = useShowRowSteps({
    level: around.length,
    before: before === undefined ? undefined : () => onOpen(before),
    next: () => onOpen(after ?? null),
    isLast: after === undefined,
  })
  const rowName = useRowName()
  const name = useDraftSelector(() => rowName(repeat, within))
  useEffect(() => {
    // A link leads to the question, and not here.
    if (window.location.hash.includes(row)) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [row])

  return (
    <div className={styles.rowViewRow}>
      <div className={styles.head}>
        <h4 ref={heading} tabIndex={-1} className={styles.title}>
          <bdi>{name}</bdi>{' '}
          <span className={styles.rowViewCount}>
            {t('filling.rows.of', { number: format.number(index + 1), count: format.number(rows.length) })}
          </span>
        </h4>
        <Button variant="default" size="md" leftSection={<IconList size={20} />} onClick={() => onOpen(null)}>
          {t('filling.rows.all')}
        </Button>
      </div>
      <RowsProvider rows={within}>
        <Questions elements={repeat.questions} />
      </RowsProvider>
      {!isInBar && (
        <div className={styles.steps}>
          {before !== undefined && (
            <Button
              size="lg"
              variant="default"
              leftSection={<IconArrowLeft size={20} className={styles.arrow} />}
              onClick={() => onOpen(before)}
            >
              {t('filling.rows.before')}
            </Button>
          )}
          <Button
            size="lg"
            variant="light"
            className={styles.next}
            rightSection={after !== undefined && <IconArrowRight size={20} className={styles.arrow} />}
            onClick={() => onOpen(after ?? null)}
          >
            {after === undefined ? t('filling.rows.all') : t('filling.rows.next')}
          </Button>
        </div>
      )}
    </div>
  )
}
