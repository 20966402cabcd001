import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEventHandler, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import { LazySelect } from './LazySelect.tsx'

export type Named = { id: number; name: string }
type Props<Row extends Named> = {
  label: string
  /** The label is for those who listen alone. */
  isBare?: boolean | undefined
  /** With it the field may stay empty. */
  placeholder?: string
  chosen: Named | undefined
  onChange: (chosen: Named | undefined) => void
  /** The first of the rows whose names contain what was typed; without it, of all. */
  find: (search: { search?: string; per_page: 25 }) => UseQueryOptions<Page<Row>, Error, Page<Row>, QueryKey>
  /** What a row is called in the list, where that is more than its name. */
  labelOf?: (row: Row) => string
  /** Rows that cannot be chosen. */
  isLeftOut?: (row: Named) => boolean
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

/** Chooses one of many rows by a part of the name, which the server looks up. */
export function SearchSelect<Row extends Named>(props: Props<Row>) {
  const { label, isBare, placeholder, chosen, onChange, find, labelOf, isLeftOut, onKeyDown } = props
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const isChosenText = text === chosen?.name
  const found = useQuery({
    ...find({ per_page: 25, ...(search && !isChosenText && { search }) }),
    placeholderData: keepPreviousData,
  })
  const rows = new Map<string, Named & { label: string }>()
  const add = (row: Named, label = row.name) =>
    !isLeftOut?.(row) && rows.set(String(row.id), { id: row.id, name: row.name, label })
  if (chosen) add(chosen)
  for (const row of found.data?.data ?? []) if (row.id !== chosen?.id) add(row, labelOf?.(row))
  return (
    <LazySelect
      {...(isBare ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      required={placeholder === undefined}
      clearable={placeholder !== undefined}
      clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
      {...(onKeyDown && { onKeyDown })}
      nothingFoundMessage={t('common.nothingFound')}
      data={[...rows].map(([value, { label }]) => ({ value, label }))}
      filter={({ options }) => options}
      value={chosen ? String(chosen.id) : null}
      onChange={value => onChange(value ? rows.get(value) : undefined)}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}
