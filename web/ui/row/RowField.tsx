import { useDebouncedValue } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEventHandler, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { Select } from '../floatingParts.tsx'

type Row = { id: number; name: string }
type Query<Data> = UseQueryOptions<Data, Error, Data, QueryKey>

type Props<Values extends FieldValues, Found extends Row, Narrowing extends object> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  /** The calls of the register to choose from. */
  from: {
    list: { query: (input?: Narrowing & { search?: string; per_page?: 25 }) => Query<Page<Found>> }
    get: { query: (input: { id: number }) => Query<Found> }
  }
  /** A row that cannot be chosen: the one that is being edited. */
  except?: number | undefined
  /** What else narrows the choice. */
  narrowed?: Narrowing
  /** What can be chosen while the server cannot be asked, and what it does not know yet. */
  atHand?: readonly Row[] | undefined
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

/** Chooses a row of another register by typing a part of its name; the server searches, so the register may be long. */
export function RowField<Values extends FieldValues, Found extends Row, Narrowing extends object>(
  props: Props<Values, Found, Narrowing>,
) {
  const { form, name, label, from, except, narrowed, atHand = [], onKeyDown } = props
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control: form.control, name })
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const id: unknown = field.value
  const chosen = useQuery({ ...from.get.query({ id: Number(id) }), enabled: typeof id === 'number' && id > 0 })
  const known = atHand.find(row => row.id === id)
  const isChosenText = text === (chosen.data ?? known)?.name
  const found = useQuery(
    from.list.query({ ...(narrowed as Narrowing), per_page: 25, ...(search && !isChosenText && { search }) }),
  )

  const offered = found.data ? [...atHand.filter(row => row.id < 0), ...found.data.data] : atHand
  const wanted = isChosenText ? '' : text
  const near = found.data ? offered : offered.filter(row => textHolds(row.name, wanted)).slice(0, 25)
  const rows = new Map([chosen.data ?? known, ...near].map(row => [row?.id, row?.name]))
  const data = [...rows].flatMap(([rowId, rowName]) =>
    rowId && rowName && rowId !== except ? [{ value: String(rowId), label: rowName }] : [],
  )
  return (
    <Select
      ref={field.ref}
      onBlur={field.onBlur}
      {...(onKeyDown && { onKeyDown })}
      label={label}
      error={fieldState.error?.message}
      searchable
      clearable
      nothingFoundMessage={t('common.nothingFound')}
      data={data}
      filter={({ options }) => options}
      value={typeof id === 'number' ? String(id) : null}
      onChange={value => field.onChange(value === null ? null : Number(value))}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}
