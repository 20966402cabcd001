import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchiveFilter } from './ArchiveFilter.tsx'
import { Filters } from './Filters.tsx'
import styles from './ListToolbar.module.css'
import type { List } from './useList.ts'

type Props<Row> = {
  list: List<Row>
  /** Offers the archived rows too. */
  withArchive?: boolean
  /** The list's filters. */
  children?: ReactNode
}

/** Search and filters above a list. */
export function ListToolbar<Row>({ list, withArchive, children }: Props<Row>) {
  const { t } = useTranslation()
  const [text, setText] = useState(list.search.search ?? '')
  const search = useDebouncedCallback((search: string) => list.change({ search: search.trim() || undefined }), 250)
  const change = (value: string) => {
    setText(value)
    search(value)
  }
  return (
    <search className={styles.toolbar}>
      <TextInput
        className={styles.search}
        type="search"
        aria-label={t('common.search')}
        placeholder={t('common.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={text && <CloseButton size={32} aria-label={t('common.clearSearch')} onClick={() => change('')} />}
        value={text}
        onChange={event => change(event.currentTarget.value)}
      />
      {(children || withArchive) && (
        <Filters>
          {children}
          {withArchive && <ArchiveFilter list={list} />}
        </Filters>
      )}
    </search>
  )
}
