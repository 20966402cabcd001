import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { LinkedField } from './LinkedField.tsx'
import type { TaskValues } from './taskValues.ts'

const useChosen = (id: number | null) =>
  useQuery({ ...api.guides.get.query({ id: id ?? 0 }), enabled: id !== null }).data
const useFound = (search: string) =>
  useQuery(api.guides.list.query({ per_page: 25, ...(search && { search }) })).data?.data ?? []

/** The guide that says how it is done; only published ones can be chosen. */
export function GuideField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  return (
    <LinkedField
      form={form}
      name="guide_id"
      label={t('tasks.guide')}
      description={t('tasks.guideHelp')}
      useChosen={useChosen}
      useFound={useFound}
      textOf={({ title, default_language }) => ({ text: title, default_language })}
    />
  )
}
