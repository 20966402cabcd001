/** Answers that are searched for in a list; they are fetched when a question first needs one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowReference } from '#shared/forms/answers/answers.ts'
import type { MultipleChoiceQuestion, RegisterQuestion, SingleChoiceQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../lib/format.ts'
import { MultiSelect, Select } from '../ui/floatingParts.tsx'
import { chosenIds, useChoices, withChoice } from './choices/OptionButton.tsx'
import { useAnswer, useDraft, useEvaluated, useLocalizedText } from './draft/DraftContext.tsx'
import { registerNames, useLeftOut } from './registerNames.ts'
import type { RegisterName } from './registerRows.ts'
import { tagReader } from './scanning/tagReader.ts'

/** More than anybody scrolls through; the rest is found by searching. */
const maxShown = 100

/** Rows of a register, to search in by name or mark, also without a network. */
export function RegisterAnswer({ question, labelId }: { question: RegisterQuestion; labelId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const { data, isPending } = useQuery(registerNames(question.type))
  const picked = rowsIn(useAnswer(question.id).value)
  const [typed, setTyped] = useState('')
  const { leftOut, found } = useLeftOut([question.type], typed)
  const isOffered = useOffered(question)
  const names = withFound(data ?? [], found).filter(isOffered)
  const known = new Map<string, RowReference>([...names, ...picked].map(row => [String(row.id), row]))
  const give = (ids: string[]) => {
    const rows = ids.flatMap(id => known.get(id) ?? []).map(({ id, name }) => ({ id, name }))
    draft.setValue(question, rows.length > 0 ? rows : undefined)
  }
  const shared = {
    onKeyDown: tagReader({
      types: [question.type],
      isOffered,
      pick: ({ id, name }, field) => {
        const others = question.many ? rowsIn(draft.state.value(question.id)).filter(row => row.id !== id) : []
        draft.setValue(question, [...others, { id, name }])
        setTyped('')
        // The list closes, so that what comes below can be reached; where more can be picked, the next tag is read.
        if (!question.many) field.blur()
      },
    }),
    size: 'xl',
    searchable: true,
    clearable: true,
    limit: maxShown,
    searchValue: typed,
    onSearchChange: setTyped,
    description: leftOut > 0 && t('filling.register.leftOut', { number: format.number(leftOut) }),
    'aria-labelledby': labelId,
    placeholder: t('filling.choose'),
    nothingFoundMessage: isPending ? t('filling.register.loading') : t('common.nothingFound'),
    data: [
      ...names.map(({ id, name, mark, heldUntil = '' }) => ({
        value: String(id),
        label: [
          name,
          mark,
          // What must not be sold says so in the list and when it is picked.
          heldUntil >= format.dayOf(Date.now()) && t('submissions.heldUntil', { day: format.date(heldUntil) }),
        ]
          .filter(Boolean)
          .join(' · '),
      })),
      ...picked
        .filter(row => !names.some(({ id }) => id === row.id))
        .map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  }
  return question.many ? (
    <MultiSelect {...shared} value={picked.map(({ id }) => String(id))} onChange={give} />
  ) : (
    <Select
      {...shared}
      value={picked[0] ? String(picked[0].id) : null}
      onChange={id => give(id === null ? [] : [id])}
    />
  )
}

/** Beside what this device knows, what the server found. */
const withFound = (names: RegisterName[], found: RegisterName[]) =>
  found.length > 0 ? [...names, ...found.filter(({ id }) => !names.some(name => name.id === id))] : names

/** All, or the animals of the group that another question names. */
function useOffered(question: RegisterQuestion): (row: RegisterName) => boolean {
  const group = 'group' in question ? question.group : undefined
  const groupId = useEvaluated(group ?? question.id, state =>
    group === undefined ? undefined : rowsIn(state.value(group))[0]?.id,
  )
  return one => groupId === undefined || one.groupId === groupId
}

const rowsIn = (value: unknown): RowReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object' && 'id' in item) : []

/** A long list of choices, to search in. */
export function ListAnswer({
  question,
  labelId,
}: {
  question: SingleChoiceQuestion | MultipleChoiceQuestion
  labelId: string
}) {
  const { t } = useTranslation()
  const draft = useDraft()
  const read = useLocalizedText()
  const { value } = useAnswer(question.id)
  const choices = useChoices(question)
  const shared = {
    size: 'xl',
    searchable: true,
    limit: maxShown,
    clearable: true,
    'aria-labelledby': labelId,
    placeholder: t('filling.choose'),
    nothingFoundMessage: t('common.nothingFound'),
    data: choices.map(({ id, label }) => ({ value: id, label: read(label) })),
  }
  if (question.type === 'single_choice') {
    return (
      <Select
        {...shared}
        value={typeof value === 'string' ? value : null}
        onChange={id => draft.setValue(question, id ?? undefined)}
      />
    )
  }
  const picked = chosenIds(value)
  return (
    <MultiSelect
      {...shared}
      value={picked}
      onChange={ids => {
        const added = choices.find(({ id }) => ids.includes(id) && !picked.includes(id))
        const next = added ? withChoice(question, picked, added, true) : ids
        draft.setValue(question, next.length > 0 ? next : undefined)
      }}
    />
  )
}
