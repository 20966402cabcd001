import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { LinkedField } from './LinkedField.tsx'
import type { TaskValues } from './taskValues.ts'

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
