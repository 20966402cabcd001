import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MultipleChoiceQuestion, SingleChoiceQuestion } from '#shared/forms/questions.ts'
import { foldedOptions } from '../../ui/fields/foldedOptions.ts'
import { useAnswer, useDraft, useLocalizedText } from '../draft/DraftContext.tsx'
import { useChoices } from './OptionButton.tsx'
import { chosenIds, withChoice } from './pickedIds.ts'

/** Of thousands, these are shown until somebody writes more of the one they mean. */
const maxShown = 100

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
    filter: foldedOptions,
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
