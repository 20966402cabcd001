import { Menu } from '@mantine/core'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconChevronRight,
  IconCircle,
  IconCircleDot,
  IconDotsVertical,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Repeat } from '#shared/forms/definition.ts'
import { useDraft, useDraftSelector, useRows } from '../../answers/draft/DraftContext.tsx'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import styles from './RowList.module.css'
import { type RowProgress, rowProgress, useNear, useReturn, useRowList, useRowName } from './rowList.ts'

/** What shows the rows of a repeat is given this; `back` is the row from which somebody comes. */
export type ShownRows = {
  repeat: Repeat
  at: string
  rows: readonly string[]
  back: string | undefined
  onOpen: (row: string) => void
}

/** All rows, how far each is, and the way into each. */
export function RowList({ repeat, at, rows, back, onOpen }: ShownRows) {
  const { t } = useTranslation()
  const draft = useDraft()
  const around = useRows()
  useDraftSelector(now => now.progress())
  if (rows.length === 0) return <p className={styles.none}>{t('filling.rows.none')}</p>
  const progress = rowProgress(draft.state, repeat.id, around.length)
  return (
    <ul className={styles.list}>
      {rows.map((row, index) => (
        <Row
          key={row}
          repeat={repeat}
          at={at}
          row={row}
          progress={progress.get(row) ?? nothing}
          isBack={row === back}
          isFirst={index === 0}
          isLast={index === rows.length - 1}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

type RowProps = Omit<ShownRows, 'rows' | 'back'> & {
  row: string
  isBack: boolean
  progress: RowProgress
  isFirst: boolean
  isLast: boolean
}

function Row({
  repeat,
  at,
  row,
  progress: { answered, total, wrong, hasFailed },
  isBack,
  isFirst,
  isLast,
  onOpen,
}: RowProps) {
  const { t } = useTranslation()
  const draft = useDraft()
  const around = useRows()
  const rowName = useRowName()
  const [box, isNear] = useNear<HTMLLIElement>(isBack)
  const button = useReturn(isBack)
  return (
    <li ref={box} className={styles.row}>
      {isNear && (
        <>
          <button ref={button} type="button" className={styles.open} onClick={() => onOpen(row)}>
            <State answered={answered} total={total} wrong={draft.hasSeenEnd ? wrong : 0} hasFailed={hasFailed} />
            <bdi className={styles.name}>{rowName(repeat, [...around, row])}</bdi>
            <span className={styles.count}>{t('filling.answeredShort', { answered, total })}</span>
            <IconChevronRight size={20} className={styles.chevron} />
          </button>
          {repeat.rows?.from !== 'count' && (
            <RowMenu repeat={repeat} at={at} row={row} isFirst={isFirst} isLast={isLast} />
          )}
        </>
      )}
    </li>
  )
}

const nothing: RowProgress = { answered: 0, total: 0, wrong: 0, hasFailed: false }

function State({ answered, total, wrong, hasFailed }: RowProgress) {
  const { t } = useTranslation()
  if (wrong > 0) return <IconAlertTriangle size={20} className={styles.wrong} />
  if (hasFailed)
    return (
      <IconAlertOctagon
        size={20}
        className={styles.failed}
        role="img"
        aria-hidden={false}
        aria-label={t('filling.failed')}
      />
    )
  if (total > 0 && answered === total) return <IconCheck size={20} className={styles.done} />
  return answered > 0 ? <IconCircleDot size={20} /> : <IconCircle size={20} />
}

type Props = { repeat: Repeat; at: string; row: string; isFirst: boolean; isLast: boolean }

/** Moves a row, or takes it away; that can be undone. A plain button until it is used: long lists have hundreds. */
export function RowMenu({ repeat, at, row, isFirst, isLast }: Props) {
  const { t } = useTranslation()
  const around = useRows()
  const rowName = useRowName()
  const list = useRowList(repeat, at)
  const [isUsed, setUsed] = useState(false)
  const target = (
    <button
      type="button"
      className={styles.target}
      aria-label={t('filling.rows.change', { name: rowName(repeat, [...around, row]) })}
      aria-haspopup="menu"
      onClick={isUsed ? undefined : () => setUsed(true)}
    >
      <IconDotsVertical size={22} />
    </button>
  )
  if (!isUsed) return target
  return (
    <Menu position="bottom-end" withinPortal defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <MenuList>
        <Menu.Item leftSection={<IconArrowUp size={20} />} disabled={isFirst} onClick={() => list.move(row, -1)}>
          {t('filling.rows.up')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={20} />} disabled={isLast} onClick={() => list.move(row, 1)}>
          {t('filling.rows.down')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={20} />} onClick={() => list.remove(row)}>
          {t('filling.rows.remove')}
        </Menu.Item>
      </MenuList>
    </Menu>
  )
}
