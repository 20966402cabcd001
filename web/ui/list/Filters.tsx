/** Filters of a list: one button for all of them, with how many are set, and what they narrow to as chips. */
import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { createContext, type ReactNode, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { SheetFooter, SideSheet } from '../SideSheet.tsx'
import styles from './ListToolbar.module.css'
import type { List } from './useList.ts'

type Props = {
  children: ReactNode
  /** How many of them are set. */
  count?: number
  /** Chips of filters that do not read `FilterPlace`. */
  chips?: ReactNode
}

export function Filters({ children, count = 0, chips }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        className={styles.filter}
        leftSection={<IconFilter size={18} />}
        {...(count > 0 && { rightSection: <span className={styles.count}>{format.number(count)}</span> })}
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

/** Parameters of an address that narrow nothing. */
const notNarrowing = new Set(['page', 'per_page', 'sort', 'search', 'view', 'columns'])

/** How many filters of a list are set. */
export const countFilters = (search: Readonly<Record<string, unknown>>): number =>
  Object.entries(search).filter(([name, value]) => !notNarrowing.has(name) && value !== undefined && value !== '')
    .length

/** The filters of a list below each other; the list follows at once. */
function FilterSheet({ children, onClosed }: { children: ReactNode; onClosed: () => void }) {
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
  /** Its text while it does not narrow anything. */
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
      label={label}
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

/** Where a filter is rendered: in the sheet of all filters, or as a chip, which only names its value and removes it. */
export const FilterPlace = createContext<'sheet' | 'chip'>('sheet')
