import { NativeSelect } from '@mantine/core'
import { use } from 'react'
import { FilterChip } from './FilterChip.tsx'
import { FilterPlace } from './filterPlace.ts'
import type { List } from './useList.ts'

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
