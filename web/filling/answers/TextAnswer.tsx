import { Textarea, TextInput } from '@mantine/core'
import type { TextQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../DraftContext.tsx'

export function TextAnswer({ question, labelId }: { question: TextQuestion; labelId: string }) {
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const shared = {
    size: 'lg',
    maxLength: 20_000,
    'aria-labelledby': labelId,
    value: typeof value === 'string' ? value : '',
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.setValue(question, event.currentTarget.value || undefined),
  }
  return question.long ? <Textarea {...shared} minRows={3} /> : <TextInput {...shared} />
}
