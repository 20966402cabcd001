import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { mostAlsoResponsible } from '#shared/locations/limits.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { peopleOf } from './api.ts'

type Props<Values extends FieldValues> = { form: UseFormReturn<Values>; name: FieldPath<Values>; label: string }

const usePeople = (ids: readonly number[]) => {
  const people = peopleOf(useUser()?.company_id ?? 0)
  const found = useQueries({ queries: ids.map(id => people.get.query({ id })) })
  return found.flatMap(({ data }) => (data ? [{ value: String(data.id), label: data.name }] : []))
}

/** Chooses several people of the company by typing a part of a name. */
export function PeopleField<Values extends FieldValues>({ form, name, label }: Props<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control: form.control, name })
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const ids: number[] = field.value
  const picked = usePeople(ids)
  const found = useQuery(peopleOf(useUser()?.company_id ?? 0).list.query({ per_page: 25, ...(search && { search }) }))
  const offered = found.data?.data.map(person => ({ value: String(person.id), label: person.name })) ?? []
  const all = new Map([...picked, ...offered].map(one => [one.value, one]))
  return (
    <MultiSelect
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      error={fieldState.error?.message}
      searchable
      hidePickedOptions
      maxValues={mostAlsoResponsible}
      nothingFoundMessage={t('common.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
      data={[...all.values()]}
      filter={({ options }) => options}
      value={ids.map(String)}
      onChange={values => field.onChange(values.map(Number))}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

/** Who they are. */
export function PeopleNames({ ids }: { ids: readonly number[] }) {
  const format = useFormat()
  return <bdi>{format.list(usePeople(ids).map(({ label }) => label))}</bdi>
}
