import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { canBePrefilled } from '#shared/forms/public/publicDefinition.ts'
import type { Prefill } from '#shared/forms/public/publicLink.ts'
import type { Question } from '#shared/forms/questions.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { AnswerInput } from '../../answers/AnswerInput.tsx'
import { DraftProvider } from '../../answers/draft/DraftContext.tsx'
import { TrialDraft, trialOf } from '../editor/preview/TrialDraft.ts'
import styles from './PublicLinkSheet.module.css'

type Props = { answers: GivenAnswersState; errors: Record<string, string[]> }

/** The answers that a link gives in place of its visitors, and those that it could give. */
export function GivenAnswers({ answers, errors }: Props) {
  const { t, i18n } = useTranslation()
  const { draft, questions, rest, add, remove } = answers
  const nameOf = ({ id, label }: Question) =>
    plainText(textIn(label, toLocale(i18n.language), draft.definition.default_language).text) || id
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>{t('publicLink.answers')}</legend>
      <p className={styles.text}>{t('publicLink.answersText')}</p>
      <DraftProvider draft={draft}>
        {questions.map(question => (
          <fieldset key={question.id} className={styles.answer} aria-labelledby={`given-${question.id}`}>
            <div className={styles.question}>
              <h4 id={`given-${question.id}`} className={styles.label}>
                {nameOf(question)}
              </h4>
              <ActionIcon
                aria-label={t('publicLink.removeAnswer', { question: nameOf(question) })}
                onClick={() => remove(question.id)}
              >
                <IconX size={20} />
              </ActionIcon>
            </div>
            <AnswerInput question={question} labelId={`given-${question.id}`} />
            {errors[`prefill.${question.id}`] && (
              <p className={styles.error} role="alert">
                {errors[`prefill.${question.id}`]?.join(' ')}
              </p>
            )}
          </fieldset>
        ))}
      </DraftProvider>
      {rest.length > 0 && (
        <NativeSelect
          aria-label={t('publicLink.addAnswer')}
          value=""
          data={[
            { value: '', label: t('publicLink.addAnswer') },
            ...rest.map(question => ({ value: question.id, label: nameOf(question) })),
          ]}
          onChange={event => event.currentTarget.value && add(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}

// The answers that a link gives, while they are chosen: each is answered like in the form itself, in a draft that is
// kept nowhere.

type GivenAnswersState = ReturnType<typeof useGivenAnswers>

/** `kept` is what the link gives now; what its labels answer it does not. */
export function useGivenAnswers(form: FormDetail, definition: Definition, kept: Prefill, labelQuestion: string) {
  const { i18n } = useTranslation()
  const [questions] = useState(() =>
    placedElements(definition)
      .filter(canBePrefilled)
      .map(({ element }) => plain(element as Question)),
  )
  const [draft] = useState(() => {
    const begun = new TrialDraft(
      trialOf(form),
      {
        schema: 1,
        default_language: definition.default_language,
        ...(definition.choice_sets && { choice_sets: definition.choice_sets }),
        sections: [{ id: 'given', title: {}, questions }],
      },
      { now: wallClock(new Date()), language: toLocale(i18n.language) },
    )
    for (const [id, value] of Object.entries(kept)) begun.setValue({ id }, value)
    return begun
  })
  const [chosen, setChosen] = useState(() =>
    Object.keys(kept).filter(id => questions.some(question => question.id === id)),
  )
  const [settled, setSettled] = useState(() => JSON.stringify(kept))
  useSyncExternalStore(draft.watch, draft.answers)

  const prefill = (): Prefill =>
    Object.fromEntries(
      chosen.flatMap(id => {
        if (id === labelQuestion) return []
        const value = draft.rowOf(id)?.answer.value
        return value === undefined ? [] : [[id, value]]
      }),
    )
  const given = prefill()
  return {
    draft,
    questions: questions.filter(({ id }) => chosen.includes(id) && id !== labelQuestion),
    /** Further answers that the link could give. */
    rest: questions.filter(({ id }) => !chosen.includes(id) && id !== labelQuestion),
    given,
    prefill,
    isChanged: JSON.stringify(given) !== settled,
    add: (id: string) => setChosen(before => [...before, id]),
    remove: (id: string) => setChosen(before => before.filter(one => one !== id)),
    /** It was saved unchanged. */
    settle: () => setSettled(JSON.stringify(prefill())),
  }
}

/**
 * The question alone, without what in the form it depends on or sets in motion. A value that is never shown is typed.
 */
function plain({ id, label, type, ...rest }: Question): Question {
  if (type === 'hidden') return { type: 'text', id, label }
  const kept = Object.entries(rest).filter(([field]) => !dependent.has(field))
  return { type, id, label, ...Object.fromEntries(kept) } as Question
}

const dependent = new Set([
  'visible_if',
  'required',
  'required_if',
  'required_message',
  'read_only',
  'read_only_if',
  'default',
  'constraints',
  'triggers',
  'ends_form_if',
  'choice_filter',
  'when_failed',
  'group',
])
