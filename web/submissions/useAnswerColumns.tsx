import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOnce } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { api } from '../api.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import type { Column } from '../ui/list/DataTable.tsx'

const AnswerCell = lazyPart(() => import('./AnswerCell.tsx').then(part => part.AnswerCell))

/** Those that a cell can hold in a line. */
const types: ReadonlySet<Question['type']> = new Set([
  ...(['yes_no', 'single_choice', 'multiple_choice', 'number', 'slider', 'rating', 'text', 'barcode'] as const),
  ...(['date', 'time', 'date_time', 'calculated'] as const),
])
const prefix = 'answer.'

/** Bound of answers in a list (`answers_of`); a test compares it with the contract's. */
const most = 10

/** The chosen columns that are answers, as the call of the list names them. */
export const answersOf = (chosen: string[] | null, formId: unknown): string | undefined => {
  const ids = (chosen ?? []).flatMap(key => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])).slice(0, most)
  return formId === undefined || ids.length === 0 ? undefined : ids.join(',')
}

/** The questions of the form that a list is narrowed to, as columns to choose; none where it is not. */
export function useAnswerColumns(formId: number | undefined): Column<Submission>[] {
  const { i18n } = useTranslation()
  const { data } = useQuery({ ...api.forms.get.query({ id: formId ?? 0 }), enabled: formId !== undefined })
  const definition = formId === undefined ? undefined : (data?.published?.definition ?? data?.draft)
  if (!definition) return []
  return definition.sections.flatMap(({ questions }) =>
    questionsOnce(questions)
      .filter(({ type }) => types.has(type))
      .map(question => ({
        key: prefix + question.id,
        title: titleOf(question, definition, i18n.language),
        cell: (row: Submission) => (
          <AnswerCell question={question} definition={definition} answer={row.answers?.[question.id]} />
        ),
        optional: true,
        wideOnly: true,
      })),
  )
}

const titleOf = ({ id, label }: Question, { default_language }: Definition, language: string): string =>
  plainText(textIn(label ?? {}, toLocale(language), default_language ?? defaultLocale).text) || id
