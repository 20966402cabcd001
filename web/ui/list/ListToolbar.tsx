import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchiveFilter, countFilters, Filters } from './Filters.tsx'
import styles from './ListToolbar.module.css'
import type { List } from './useList.ts'

type Props<Row> = {
  list: List<Row>
  /** Offers the archived rows too. */
  withArchive?: boolean
  /** False where the call of the list cannot search. */
  hasSearch?: boolean
  /** The list's filters. */
  children?: ReactNode
  /** Chips of filters that do not read `FilterPlace`. */
  chips?: ReactNode
  /** Shown at the end, on phones too. */
  end?: ReactNode
}

/** Nobody is asked at each letter. */
const restMs = 250

/** Search and filters above a list. */
export function ListToolbar<Row>({ list, withArchive, hasSearch = true, children, chips, end }: Props<Row>) {
  return (
    <search className={styles.toolbar}>
      {hasSearch && <SearchField list={list} />}
      {(children || withArchive) && (
        <Filters count={countFilters(list.search)} chips={chips}>
          {children}
          {withArchive && <ArchiveFilter list={list} />}
        </Filters>
      )}
      {end}
    </search>
  )
}

function SearchField<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  const inAddress = list.search.search ?? ''
  const [text, setText] = useState(inAddress)
  const [known, setKnown] = useState(inAddress)
  /** What was asked for from here last: the address says it a moment later. */
  const [asked, setAsked] = useState(inAddress)
  if (inAddress !== known) {
    setKnown(inAddress)
    // It changed by itself: by Back, a saved view or a link.
    if (inAddress !== asked) {
      setAsked(inAddress)
      setText(inAddress)
    }
  }
  const ask = useEffectEvent(() => {
    const search = text.trim()
    if (search === inAddress) return
    setAsked(search)
    list.change({ search: search || undefined })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked some time after each letter
  useEffect(() => {
    const timer = setTimeout(ask, restMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={t('common.search')}
      placeholder={t('common.search')}
      leftSection={<IconSearch size={18} />}
      rightSection={text && <CloseButton size={32} aria-label={t('common.clearSearch')} onClick={() => setText('')} />}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
    />
  )
}
