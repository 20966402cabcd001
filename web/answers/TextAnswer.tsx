import { Input } from '@mantine/core'
import type { TextQuestion } from '#shared/forms/questions.ts'
import { asWritten } from '../theme/theme.ts'
import { useDraft } from './draft/DraftContext.tsx'
import type { AnswerRow } from './draft/rows.ts'
import { ofOneLine, TypedInput, TypedTextarea } from './TypedInput.tsx'

export function TextAnswer({ question, labelId }: { question: TextQuestion; labelId: string }) {
  const draft = useDraft()
  const shared = {
    at: question.id,
    textOf,
    size: 'lg',
    attributes: asWritten,
    maxLength: 20_000,
    ...(question.keyboard && { inputMode: modes[question.keyboard] }),
    'aria-labelledby': labelId,
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.setValue(question, event.currentTarget.value || undefined),
  }
  return question.long ? (
    <Input component={TypedTextarea} multiline rows={3} {...shared} />
  ) : (
    <div>
      <Input component={TypedInput} classNames={ofOneLine} {...shared} />
    </div>
  )
}

/** In the words of browsers. */
const modes = { phone: 'tel', numbers: 'numeric', decimals: 'decimal', email: 'email', url: 'url' } as const

const textOf = (row: AnswerRow | undefined) => (typeof row?.answer.value === 'string' ? row.answer.value : '')
