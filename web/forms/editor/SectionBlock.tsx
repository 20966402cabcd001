import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import { isQuestion, questionsIn } from '#shared/forms/elements.ts'
import { mostPoints } from '#shared/forms/judge.ts'
import type { Locale } from '#shared/lib/language.ts'
import { useFormat } from '../../lib/format.ts'
import { AddQuestion } from './AddQuestion.tsx'
import { ElementButton } from './ElementButton.tsx'
import { ElementName } from './ElementName.tsx'
import { ElementTools } from './ElementTools.tsx'
import { QuestionBlock } from './QuestionBlock.tsx'
import styles from './SectionBlock.module.css'

type Props = {
  section: Section
  number: number
  selected: string
  language: Locale
  fallback: Locale
  /** The elements with mistakes. */
  wrong: ReadonlySet<string>
}

/** One section with its questions, and the way to add another. */
export const SectionBlock = memo(function SectionBlock(props: Props) {
  const { section, number, selected, language, fallback, wrong } = props
  const { t } = useTranslation()
  const format = useFormat()
  const { id, title, questions } = section
  const titleId = useId()
  const points = questionsIn(questions).reduce((sum, question) => sum + mostPoints(question), 0)
  const facts = [
    t('forms.questionCount', { count: questions.length }),
    points > 0 && t('forms.points', { count: points, number: format.number(points) }),
  ]
  return (
    <section className={styles.section} data-selected={selected === id || undefined}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <ElementName
            text={title}
            fallback={fallback}
            nameless={t('forms.namelessSection', { number: format.number(number) })}
            isWrong={wrong.has(id)}
          />
        </h2>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
        <ElementButton id={id} labelledBy={titleId} isSelected={selected === id} field="title" />
        {selected === id && <ElementTools id={id} kind="section" />}
      </div>
      <ol className={styles.questions}>
        {questions.filter(isQuestion).map((question, index) => (
          <QuestionBlock
            key={question.id}
            question={question}
            number={index + 1}
            isSelected={selected === question.id}
            isWrong={wrong.has(question.id)}
            language={language}
            fallback={fallback}
          />
        ))}
      </ol>
      <AddQuestion sectionId={id} index={questions.length} text={t('forms.addQuestion')} />
    </section>
  )
})
