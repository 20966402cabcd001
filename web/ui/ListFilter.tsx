import { NativeSelect } from '@mantine/core'
import type { List } from './useList.ts'

type Props<Row> = {
  list: List<Row>
  /** The filter's name in the address and in the call. */
  name: string
  label: string
  /** What stands there while it does not narrow anything. */
  all: string
  choices: { value: string; label: string }[]
}

/** Narrows a list to one of a few values; the browser's own control, which every phone shows well. */
export function ListFilter<Row>({ list, name, label, all, choices }: Props<Row>) {
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...choices]}
      value={String(list.search[name] ?? '')}
      onChange={event => list.change({ [name]: event.currentTarget.value || undefined })}
    />
  )
}
