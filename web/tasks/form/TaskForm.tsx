import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { controls, priorities } from '#shared/lib/taskFields.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { SentTask, Task } from '#shared/tasks/contract.ts'
import type { EditScope } from '#shared/tasks/rules.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { ChoiceField, LongTextField, TextField } from '../../ui/fields/formFields.tsx'
import { PickManyField } from '../../ui/fields/PickManyField.tsx'
import { MoreFields } from '../../ui/row/MoreFields.tsx'
import { RowFormSheet } from '../../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../../ui/row/useRowForm.ts'
import { ContentText } from '../../ui/texts/ContentText.tsx'
import { tellDoneThere } from '../../ui/toast.tsx'
import { FormField, LinkedField, SubjectsField } from './LinkedField.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { RuleOfPeopleFields, VerifyAfterField } from './RuleOfPeopleFields.tsx'
import { ScopeField } from './ScopeField.tsx'
import {
  type Assignee,
  changesOf,
  draftOf,
  keyOfAssignee,
  type TaskValues,
  taskRoles,
  useAssigneeName,
  useValueWords,
  valuesOf,
} from './taskValues.ts'
import { WhenFields } from './WhenFields.tsx'

type Props = {
  /** The task to change; a new one without it. */
  task?: Task
  /** The form that is sent as a new task, which is called as it is. */
  sentForm?: Pick<Form, 'id' | 'name' | 'default_language'>
  /** What a new task is about. */
  about?: readonly NamedSubject[]
  /** The start of the occurrence from which a series is looked at; its next one without it. */
  occurrence?: string
  onClosed: () => void
}

/** Gives somebody a task, or changes one; of a series one occurrence, those that follow, or all. */
export function TaskForm({ task, sentForm, about, occurrence, onClosed }: Props) {
  const { t, i18n } = useTranslation()
  const format = useCompanyFormat()
  const queries = useQueryClient()
  const assigneeName = useAssigneeName()
  const words = useValueWords()
  const can = useAbility()
  const seenFrom = occurrence ?? task?.next_at ?? null
  const [scope, setScope] = useState<EditScope>(occurrence ? 'this' : 'all')
  const beginning = sentForm && {
    form_id: sentForm.id,
    title: textIn(sentForm.name, toLocale(i18n.language), toLocale(sentForm.default_language)).text.slice(0, 200),
    titles: sentForm.name,
  }
  const tellSent = ({ id, assignees }: Task) =>
    tellDoneThere(
      t('tasks.sentTo', { who: format.list(assignees.map(assigneeName)) }),
      t('tasks.seeIt'),
      `/company/tasks/assignments/${id}`,
    )
  const rowForm = useRowForm({
    name: about
      ? ['task', ...about.flatMap(({ type, id }) => [type, id])].join('_')
      : sentForm
        ? `task_form_${sentForm.id}`
        : 'task',
    row: task,
    valuesOf: row => ({
      ...valuesOf(row, format.timeZone),
      ...(!row && sentForm && beginning),
      ...(!row && about && { subjects: [...about] }),
    }),
    save: (values, base) =>
      base
        ? api.tasks.update({
            ...changesOf(values, base, { scope, occurrence: seenFrom }),
            id: base.id,
            revision: base.revision,
          })
        : api.tasks.create(draftOf(values)),
    onSaved(saved) {
      queries.invalidateQueries({ queryKey: api.tasks.key })
      if (!task) tellSent(saved)
      onClosed()
    },
  })
  const { form } = rowForm
  // Of a draft that was restored; a form that is sent is in the title.
  const [holdsMore] = useState(() => {
    const { form_id, guide_id, subjects, description } = form.getValues()
    return Boolean((!sentForm && form_id) || guide_id || (!about && subjects.length > 0) || description)
  })
  return (
    <RowFormSheet
      title={task ? t('tasks.edit') : sentForm ? t('tasks.sendForm') : t('tasks.add')}
      {...(sentForm && { action: t('tasks.send') })}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'title', label: t('tasks.what') },
        { name: 'description', label: t('tasks.description') },
        { name: 'priority', label: t('tasks.priority'), show: words.priority },
        { name: 'starts_at', label: t('tasks.startsAt'), show: words.wallTime },
        { name: 'due_after', label: t('tasks.dueAfter'), show: words.duration },
        { name: 'form_id', label: t('tasks.form'), show: id => <FormName id={Number(id)} /> },
        { name: 'guide_id', label: t('tasks.guide'), show: id => <GuideName id={Number(id)} /> },
        { name: 'subjects', label: t('tasks.subjects'), show: words.names },
        {
          name: 'assignees',
          label: t('tasks.assignees'),
          show: all => format.list((all as Assignee[]).map(assigneeName)),
        },
        { name: 'kind', label: t('tasks.kind') },
        { name: 'verify_after_days', label: t('tasks.correction.verifyAfter') },
        { name: 'recurrence', label: t('tasks.repeat.legend') },
      ]}
    >
      <TextField form={form} name="title" label={t('tasks.what')} required maxLength={200} />
      {task?.recurrence && seenFrom && <ScopeField value={scope} onChange={setScope} occurrence={seenFrom} />}
      <AssigneesField form={form} />
      <WhenFields form={form} />
      {!(task && scope === 'this' && seenFrom && task.recurrence) && <RepeatFields form={form} />}
      {about && <SubjectsField form={form} />}
      <MoreFields form={form} names={more} isOpenAtFirst={task !== undefined || holdsMore}>
        <FormField form={form} />
        {can('read', 'Guide') && <GuideField form={form} />}
        {!about && <SubjectsField form={form} />}
        <ChoiceField
          form={form}
          name="priority"
          label={t('tasks.priority')}
          required
          choices={priorities.map(priority => ({ value: priority, label: t(`tasks.priorities.${priority}`) }))}
        />
        <RuleOfPeopleFields form={form} />
        <LongTextField form={form} name="description" label={t('tasks.description')} />
      </MoreFields>
    </RowFormSheet>
  )
}

/** Fields that a new task seldom needs; they open by themselves where one of them has an error. */
const more: readonly (keyof TaskValues)[] = [
  'form_id',
  'guide_id',
  'subjects',
  'priority',
  'kind',
  'verify_after_days',
  'done_by',
  'per_subject',
  'missed',
  'opens_before',
  'late_for',
  'description',
]

/** The name of a form of which only the id is known. */
function FormName({ id }: { id: number }) {
  const form = useQuery(api.forms.get.query({ id }))
  return form.data && <ContentText text={form.data.name} fallback={form.data.default_language} />
}

/** The title of a guide of which only the id is known. */
function GuideName({ id }: { id: number }) {
  const guide = useQuery(api.guides.get.query({ id }))
  return guide.data && <ContentText text={guide.data.title} fallback={guide.data.default_language} />
}

const useChosen = (id: number | null) =>
  useQuery({ ...api.guides.get.query({ id: id ?? 0 }), enabled: id !== null }).data
const useFound = (search: string) =>
  useQuery(api.guides.list.query({ per_page: 25, ...(search && { search }) })).data?.data ?? []

/** The guide that says how it is done; only published ones can be chosen. */
function GuideField({ form }: { form: UseFormReturn<TaskValues> }) {
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

/** The assignees: people by name, everyone with a role, or the person responsible for a location. */
function AssigneesField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const nameOf = useAssigneeName()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const members = useQuery({
    ...api.companies.members.query({ id, offered_for: 'tasks', sort: 'name', per_page: 25, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const places = useQuery({
    ...api.locations.list.query({ sort: 'name', per_page: 25, is_looked_after: true, ...(search && { search }) }),
    placeholderData: keepPreviousData,
    enabled: useAbility()('read', 'Location'),
  })
  const looked = places.data?.data.map(({ id, name }): Assignee => ({ location_id: id, name })) ?? []
  const roles = taskRoles.map((role_id): Assignee => ({ role_id }))
  const people = members.data?.data.map((member): Assignee => ({ user_id: member.id, name: member.name })) ?? []
  return (
    <PickManyField
      form={form}
      name="assignees"
      label={t('tasks.assignees')}
      required
      groups={[
        { name: t('tasks.people'), items: people },
        { name: t('tasks.everyone'), items: roles.filter(role => textHolds(nameOf(role), search)) },
        { name: t('tasks.responsible'), items: looked },
      ]}
      keyOf={keyOfAssignee}
      nameOf={nameOf}
      search={text}
      onSearch={setText}
    />
  )
}

/**
 * Asks for the cause of what a corrective task is about, for how strong the measure is, and, of people who assign
 * tasks, when to ask whether it helped.
 */
export function CorrectionForm({ sent, onClosed }: { sent: SentTask; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isGiver = useAbility()('update', 'Task')
  const company = useQuery(api.companies.get.query({ id: sent.company_id }))
  const rowForm = useRowForm({
    name: 'correction',
    row: sent,
    valuesOf: row => ({
      root_cause: row?.root_cause ?? null,
      root_cause_words: row?.root_cause_words ?? null,
      control: row?.control ?? null,
      verify_after_days: row?.verify_after_days ?? null,
    }),
    save: ({ verify_after_days, ...values }, base = sent) =>
      api.tasks.correct({ ...values, ...(isGiver && { verify_after_days }), id: base.id, revision: base.revision }),
    onSaved() {
      queries.invalidateQueries({ queryKey: api.tasks.key })
      onClosed()
    },
  })
  const { form } = rowForm
  const known = [...new Set([...(company.data?.root_causes ?? []), ...(sent.root_cause ? [sent.root_cause] : [])])]
  const controlName = (control: unknown) => {
    const one = controls.find(each => each === control)
    return one && t(`tasks.correction.controls.${one}`)
  }
  return (
    <RowFormSheet
      title={t('tasks.correction.title')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'root_cause', label: t('tasks.correction.rootCause') },
        { name: 'root_cause_words', label: t('tasks.correction.rootCauseWords') },
        { name: 'control', label: t('tasks.correction.control'), show: controlName },
        { name: 'verify_after_days', label: t('tasks.correction.verifyAfter') },
      ]}
    >
      {known.length > 0 && (
        <ChoiceField
          form={form}
          name="root_cause"
          label={t('tasks.correction.rootCause')}
          choices={known.map(value => ({ value, label: value }))}
        />
      )}
      <LongTextField
        form={form}
        name="root_cause_words"
        label={t('tasks.correction.rootCauseWords')}
        description={t('tasks.correction.rootCauseWordsHelp')}
      />
      <ChoiceField
        form={form}
        name="control"
        label={t('tasks.correction.control')}
        choices={controls.map(value => ({ value, label: t(`tasks.correction.controls.${value}`) }))}
      />
      {isGiver && <VerifyAfterField form={form} />}
    </RowFormSheet>
  )
}
