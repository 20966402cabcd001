import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { questionsOnce } from '#shared/forms/elements.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { seesOthers } from '../lib/access.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { MemberSelect } from '../members/MemberSelect.tsx'
import { SubjectFilter } from '../subjects/SubjectFilter.tsx'
import { DateField } from '../ui/dates/DateField.tsx'
import type { Named } from '../ui/fields/SearchSelect.tsx'
import { FilterChip, FilterPlace, ListFilter } from '../ui/list/Filters.tsx'
import type { List } from '../ui/list/useList.ts'
import { moreFilters } from './moreFilterNames.ts'

type Props = { list: List<Submission> }
const bands = ['good', 'attention', 'act'] as const

/** Person, what it is about, days, rating, and an answer of the form. */
function MoreFilterFields({ list }: Props) {
  const { t } = useTranslation()
  const can = useAbility()
  const value = (name: string) => String(list.search[name] ?? '')
  const companyId = useUser()?.company_id ?? null
  return (
    <>
      {seesOthers(can, 'Submission', companyId) && can('read', 'Member') && <PersonField list={list} />}
      {subjectTypes.map(
        type =>
          can('read', registry[type].subject) && (
            <SubjectFilter key={type} list={list} type={type} all={t('submissionFilters.anything')} />
          ),
      )}
      <DateField
        label={t('reports.from')}
        value={value('from')}
        onChange={day => list.change({ from: day || undefined })}
      />
      <DateField label={t('reports.to')} value={value('to')} onChange={day => list.change({ to: day || undefined })} />
      <ListFilter
        list={list}
        name="band"
        label={t('submissionFilters.band')}
        all={t('submissionFilters.allBands')}
        choices={bands.map(band => ({ value: band, label: t(`submissions.pdf.${band}`) }))}
      />
      <ListFilter
        list={list}
        name="critical"
        label={t('reports.columns.critical')}
        all={t('submissionFilters.criticalOrNot')}
        choices={(['true', 'false'] as const).map(each => ({
          value: each,
          label: t(`submissionFilters.critical.${each}`),
        }))}
      />
      <ListFilter
        list={list}
        name="flagged"
        label={t('submissionFilters.flagged.label')}
        all={t('submissionFilters.flagged.all')}
        choices={(['true', 'false'] as const).map(each => ({
          value: each,
          label: t(`submissionFilters.flagged.${each}`),
        }))}
      />
      {list.search.form_id !== undefined && <AnswerFields list={list} formId={Number(list.search.form_id)} />}
    </>
  )
}

/** What the list is narrowed to, to be taken away one by one. */
function MoreFilterChips({ list }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const questions = useQuestions(Number(list.search.form_id))
  const person = usePerson(list)
  const value = (name: string) => (list.search[name] === undefined ? undefined : String(list.search[name]))
  const chip = (name: string, text: string | undefined, ...alike: string[]) =>
    value(name) && (
      <FilterChip
        key={name}
        text={text ?? '…'}
        onRemove={() => list.change(Object.fromEntries([name, ...alike].map(each => [each, undefined])))}
      />
    )
  const [band, critical] = [bands.find(each => each === value('band')), value('critical')]
  const asked = questions.find(({ id }) => id === value('question_id'))
  return (
    <>
      {chip('user_id', person?.name)}
      <FilterPlace value="chip">
        {subjectTypes.map(type => (
          <SubjectFilter key={type} list={list} type={type} all={t('submissionFilters.anything')} />
        ))}
      </FilterPlace>
      {chip('from', value('from') && `${t('reports.from')} ${format.date(value('from') ?? '')}`)}
      {chip('to', value('to') && `${t('reports.to')} ${format.date(value('to') ?? '')}`)}
      {chip('band', band && t(`submissions.pdf.${band}`))}
      {chip(
        'critical',
        critical === 'false' ? t('submissionFilters.critical.false') : t('submissionFilters.critical.true'),
      )}
      {chip(
        'flagged',
        value('flagged') === 'false' ? t('submissionFilters.flagged.false') : t('submissionFilters.flagged.true'),
      )}
      {chip(
        'question_id',
        asked && `${asked.label}: ${asked.choices.find(({ value: id }) => id === value('answer'))?.label ?? '…'}`,
        'answer',
      )}
    </>
  )
}

function usePerson(list: List<Submission>): Named | undefined {
  const companyId = useUser()?.company_id
  const id = Number(list.search.user_id) || undefined
  const found = useQuery({
    ...api.companies.member.query({ id: companyId ?? 0, user_id: id ?? 0 }),
    enabled: Boolean(companyId && id),
  })
  return id === undefined ? undefined : { id, name: found.data?.name ?? '…' }
}

function PersonField({ list }: Props) {
  const { t } = useTranslation()
  return (
    <MemberSelect
      label={t('submissions.person')}
      placeholder={t('submissionFilters.anybody')}
      member={usePerson(list)}
      onChange={person => list.change({ user_id: person && String(person.id) })}
      withSelf
      withEverybody
    />
  )
}

/** A question of the form that is answered by a choice, and which. */
function AnswerFields({ list, formId }: Props & { formId: number }) {
  const { t } = useTranslation()
  const questions = useQuestions(formId)
  const asked = questions.find(({ id }) => id === list.search.question_id)
  if (questions.length === 0) return null
  return (
    <>
      <ListFilter
        // Another question has other answers.
        list={{ ...list, change: patch => list.change({ ...patch, answer: undefined }) }}
        name="question_id"
        label={t('reports.question')}
        all={t('submissionFilters.anything')}
        choices={questions.map(({ id, label }) => ({ value: id, label }))}
      />
      {asked && (
        <ListFilter
          list={list}
          name="answer"
          label={t('submissionFilters.answer')}
          all={t('submissionFilters.anything')}
          choices={asked.choices}
        />
      )}
    </>
  )
}

type Asked = { id: string; label: string; choices: { value: string; label: string }[] }

/** The questions that are asked once and answered by a choice. */
function useQuestions(formId: number): Asked[] {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({ ...api.forms.get.query({ id: formId }), enabled: formId > 0 })
  const definition = data?.published?.definition ?? data?.draft
  if (!definition) return []
  const read = (text: Parameters<typeof textIn>[0] | undefined) =>
    plainText(textIn(text ?? {}, toLocale(i18n.language), definition.default_language ?? defaultLocale).text)
  return definition.sections.flatMap(({ questions }) =>
    questionsOnce(questions).flatMap((question): Asked[] => {
      const { id } = question
      const label = read(question.label) || id
      if (question.type === 'yes_no')
        return [
          {
            id,
            label,
            choices: (['yes', 'no', 'na'] as const).map(value => ({ value, label: t(`submissions.answers.${value}`) })),
          },
        ]
      if (question.type !== 'single_choice' && question.type !== 'multiple_choice') return []
      const set = question.choice_set && definition.choice_sets?.find(one => one.id === question.choice_set)
      const choices = set ? set.choices : question.choices
      return [
        { id, label, choices: choices.map(choice => ({ value: choice.id, label: read(choice.label) || choice.id })) },
      ]
    }),
  )
}

/** What else the list narrows to, in the sheet of all filters; chips say what it is. */
export function MoreFilters({ list }: { list: List<Submission> }) {
  if (use(FilterPlace) === 'sheet') return <MoreFilterFields list={list} />
  return moreFilters.some(name => list.search[name] !== undefined) && <MoreFilterChips list={list} />
}
