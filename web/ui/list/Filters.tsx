/** Filters beside the search; on phones one button for all of them, and what they narrow to as chips. */
import { Button, NativeSelect, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import { createContext, type ReactNode, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetFooter, SideSheet } from '../SideSheet.tsx'
import styles from './ListToolbar.module.css'
import type { List } from './useList.ts'

type Props = {
  children: ReactNode
  /** The chips of filters that do not know where they stand. */
  chips?: ReactNode
}

export function Filters({ children, chips }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  if (!isPhone) return children
  return (
    <>
      <Button
        variant="default"
        className={styles.filter}
        leftSection={<IconFilter size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('common.filter')}
      </Button>
      <div className={styles.chips}>{chips ?? <FilterPlace value="chip">{children}</FilterPlace>}</div>
      {isOpen && (
        <FilterSheet onClosed={() => setOpen(false)}>
          <FilterPlace value="sheet">{children}</FilterPlace>
        </FilterSheet>
      )}
    </>
  )
}

/** The filters of a list below each other; the list follows at once. */
export function FilterSheet({ children, onClosed }: { children: ReactNode; onClosed: () => void }) {
  const { t } = useTranslation()
  return (
    <SideSheet title={t('common.filter')} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          {children}
          <SheetFooter>
            <Button onClick={close}>{t('common.showList')}</Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}

/** What a list is narrowed to; pressing it takes that away. */
export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      radius="xl"
      className={styles.chip}
      rightSection={<IconX size={16} />}
      aria-label={t('common.removeFilter', { filter: text })}
      onClick={onRemove}
    >
      <bdi className={styles.chipText}>{text}</bdi>
    </Button>
  )
}

type ListFilterProps<Row> = {
  list: List<Row>
  /** The filter's name in the address and in the call. */
  name: string
  label: string
  /** What stands there while it does not narrow anything. */
  all: string
  choices: { value: string; label: string }[]
}

/** Narrows a list to one of a few values; the browser's own control, which every phone shows well. */
export function ListFilter<Row>({ list, name, label, all, choices }: ListFilterProps<Row>) {
  const place = use(FilterPlace)
  const value = String(list.search[name] ?? '')
  if (place === 'chip') {
    const chosen = choices.find(choice => choice.value === value)
    return chosen && <FilterChip text={chosen.label} onRemove={() => list.change({ [name]: undefined })} />
  }
  return (
    <NativeSelect
      {...(place === 'sheet' ? { label } : { 'aria-label': label })}
      data={[{ value: '', label: all }, ...choices]}
      value={value}
      onChange={event => list.change({ [name]: event.currentTarget.value || undefined })}
    />
  )
}

/** Shows the archived rows in place of the living ones. */
export function ArchiveFilter<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  const isOn = list.search.archived ?? false
  const change = (archived: boolean) => list.change({ archived: archived || undefined })
  if (use(FilterPlace) === 'chip')
    return isOn && <FilterChip text={t('common.archived')} onRemove={() => change(false)} />
  return <ArchiveSwitch isOn={isOn} onChange={change} />
}

export function ArchiveSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Switch label={t('common.archived')} checked={isOn} onChange={event => onChange(event.currentTarget.checked)} />
  )
}

/**
 * Where a filter stands: beside the search, in the sheet of filters that phones have, or as a chip, which only says what it narrows to
 * and takes it away.
 */
export const FilterPlace = createContext<'bar' | 'sheet' | 'chip'>('bar')
