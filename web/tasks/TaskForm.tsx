import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Task } from '#shared/tasks/contract.ts'
import { priorities } from '#shared/tasks/priorities.ts'
import { useCompanyFormat } from '../companies/queries.ts'
import { api } from '../lib/api.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { ChoiceField, LongTextField, TextField } from '../ui/formFields.tsx'
import { RowFormSheet } from '../ui/RowFormSheet.tsx'
import { useRowForm } from '../ui/useRowForm.ts'
import { AssigneesField } from './AssigneesField.tsx'
import { useAssigneeName } from './assignees.ts'
import { FormField } from './FormField.tsx'
import { FormName } from './FormName.tsx'
import { SubjectsField } from './SubjectsField.tsx'
import { changesOf, draftOf, valuesOf } from './taskValues.ts'
import { useValueWords } from './useValueWords.ts'
import { WhenFields } from './WhenFields.tsx'

type Props = {
  /** The task to change; a new one without it. */
  task?: Task
  /** The form that a new task begins with. */
  formId?: number
  onClosed: () => void
}

/** Gives somebody a task, or changes one. Who gets it is settled when it is made. */
export function TaskForm({ task, formId, onClosed }: Props) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const queries = useQueryClient()
  const assigneeName = useAssigneeName()
  const words = useValueWords()
  const rowForm = useRowForm({
    name: formId === undefined ? 'task' : `task_form_${formId}`,
    row: task,
    valuesOf: row => ({ ...valuesOf(row, format.timeZone), ...(!row && formId !== undefined && { form_id: formId }) }),
    save: (values, base) =>
      base
        ? api.tasks.update({ ...changesOf(values), id: base.id, revision: base.revision })
        : api.tasks.create(draftOf(values)),
    onSaved() {
      queries.invalidateQueries({ queryKey: ['tasks'] })
      onClosed()
    },
  })
  const { form } = rowForm
  return (
    <RowFormSheet
      title={task ? t('tasks.edit') : t('tasks.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'title', label: t('tasks.what') },
        { name: 'description', label: t('tasks.description') },
        { name: 'priority', label: t('tasks.priority'), show: words.priority },
        { name: 'starts_at', label: t('tasks.startsAt'), show: words.wallTime },
        { name: 'due_after', label: t('tasks.dueAfter'), show: words.duration },
        { name: 'form_id', label: t('tasks.form'), show: id => <FormName id={Number(id)} /> },
        { name: 'subjects', label: t('tasks.subjects'), show: words.names },
      ]}
    >
      <TextField form={form} name="title" label={t('tasks.what')} required maxLength={200} />
      {task ? (
        <FieldList
          fields={[{ label: t('tasks.assignees'), value: format.list(task.assignees.map(one => assigneeName(one))) }]}
        />
      ) : (
        <AssigneesField form={form} />
      )}
      <WhenFields form={form} />
      <FormField form={form} />
      <SubjectsField form={form} />
      <ChoiceField
        form={form}
        name="priority"
        label={t('tasks.priority')}
        required
        choices={priorities.map(priority => ({ value: priority, label: t(`tasks.priorities.${priority}`) }))}
      />
      <LongTextField form={form} name="description" label={t('tasks.description')} />
    </RowFormSheet>
  )
}
