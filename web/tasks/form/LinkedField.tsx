import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Page } from '#shared/lib/paging.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { tagReader } from '../../answers/scanning/tagReader.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { registerApis } from '../../subjects/registerApis.ts'
import { PickManyField } from '../../ui/fields/PickManyField.tsx'
import { Select } from '../../ui/floatingParts.tsx'
import type { TaskValues } from './taskValues.ts'

type Linked<Row> = {
  form: UseFormReturn<TaskValues>
  name: 'form_id' | 'guide_id'
  label: string
  description: string
  /** The row that is chosen. */
  useChosen: (id: number | null) => Row | undefined
  /** The first rows that fit what was typed. */
  useFound: (search: string) => Row[]
  textOf: (row: Row) => { text: object; default_language: string }
  onPicked?: (row: Row, name: string) => void
}

/** Something else that a task leads to: found by its name in the reader's language. */
export function LinkedField<Row extends { id: number }>(props: Linked<Row>) {
  const { form, name, label, description, useChosen, useFound, textOf, onPicked } = props
  const { t, i18n } = useTranslation()
  const { field, fieldState } = useController({ control: form.control, name })
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const chosen = useChosen(field.value)
  const nameOf = (row: Row | undefined) => {
    if (!row) return ''
    const { text: words, default_language } = textOf(row)
    return textIn(words, toLocale(i18n.language), toLocale(default_language)).text
  }
  const found = useFound(text === nameOf(chosen) ? '' : search)
  const rows = new Map([chosen, ...found].flatMap(row => (row ? [[row.id, nameOf(row)] as const] : [])))
  return (
    <Select
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      description={description}
      error={fieldState.error?.message}
      searchable
      clearable
      nothingFoundMessage={t('common.nothingFound')}
      data={[...rows].map(([id, name]) => ({ value: String(id), label: name }))}
      filter={({ options }) => options}
      value={field.value === null ? null : String(field.value)}
      onChange={value => {
        field.onChange(value === null ? null : Number(value))
        const row = found.find(({ id }) => String(id) === value)
        if (row) onPicked?.(row, nameOf(row))
      }}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

const useChosen = (id: number | null) =>
  useQuery({ ...api.forms.get.query({ id: id ?? 0 }), enabled: id !== null }).data
const useFound = (search: string) =>
  useQuery(api.forms.list.query({ status: 'open', sort: 'name', per_page: 25, ...(search && { search }) })).data
    ?.data ?? []

/** The form that is to be filled in; only open ones can be chosen. */
export function FormField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  return (
    <LinkedField
      form={form}
      name="form_id"
      label={t('tasks.form')}
      description={t('tasks.formHelp')}
      useChosen={useChosen}
      useFound={useFound}
      textOf={({ name, default_language }) => ({ text: name, default_language })}
      onPicked={(row, name) => {
        if (!isUnnamed(form.getValues())) return
        form.setValue('title', name.slice(0, 200), { shouldDirty: true, shouldValidate: true })
        form.setValue('titles', row.name)
      }}
    />
  )
}

/** Nobody has written a title: there is none, or it is that of a form. */
const isUnnamed = ({ title, titles }: TaskValues) => !title.trim() || Object.values(titles ?? {}).includes(title)

type Row = Pick<NamedSubject, 'id' | 'name' | 'status'> & { identifier?: string | null; plate?: string | null }

/** What the task is about: rows of every register, found by name, ear tag or plate. */
export function SubjectsField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const can = useAbility()
  const input = { sort: 'name', per_page: 10, ...(search && { search }) } as const
  const found = useQueries({
    queries: subjectTypes.map(type => ({
      ...(registerApis[type].list.query(input) as unknown as UseQueryOptions<Page<Row>>),
      placeholderData: keepPreviousData,
      enabled: can('read', registry[type].subject),
    })),
  })
  return (
    <PickManyField
      form={form}
      name="subjects"
      label={t('tasks.subjects')}
      description={t('tasks.subjectsHelp')}
      groups={subjectTypes.map((type, index) => ({
        name: t(`tasks.subjectTypes.${type}`),
        items: subjectsOf(type, found[index]?.data?.data),
      }))}
      keyOf={({ type, id }) => `${type} ${id}`}
      nameOf={({ name }) => name}
      // Nobody is sent off with a vehicle at stop; the server refuses it too.
      reasonAgainst={({ type, status }) =>
        type === 'vehicle' && status?.state === 'stop' ? t('tasks.vehicleStopped') : undefined
      }
      search={text}
      onSearch={setText}
      onKeyDown={tagReader({
        // Whether a vehicle can be sent off is not among the names of vehicles.
        types: subjectTypes.filter(type => type !== 'vehicle' && can('read', registry[type].subject)),
        pick: ({ type, id, name, mark = null }) => {
          const others = form.getValues('subjects').filter(one => one.type !== type || one.id !== id)
          form.setValue('subjects', [...others, ...subjectsOf(type, [{ id, name, identifier: mark, status: null }])], {
            shouldDirty: true,
          })
          setText('')
        },
      })}
    />
  )
}

const subjectsOf = (type: SubjectType, rows: Row[] = []): NamedSubject[] =>
  rows.map(({ id, name, identifier, plate, status }) => {
    const mark = identifier ?? plate
    return { type, id, name: mark ? `${name} (${mark})` : name, status }
  })
