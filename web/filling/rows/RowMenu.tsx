import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Repeat } from '#shared/forms/definition.ts'
import { useRows } from '../../answers/draft/DraftContext.tsx'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import styles from './RowList.module.css'
import { useRowList } from './useRowList.ts'
import { useRowName } from './useRowName.ts'

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
