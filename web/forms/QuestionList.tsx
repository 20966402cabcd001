import { useTranslation } from 'react-i18next'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsIn } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { typeIcons } from './questionTypes.ts'
import styles from './TemplatesPage.module.css'

/** The sections of a form with their questions, to read. */
export function QuestionList({ definition }: { definition: Definition }) {
  const { default_language, sections, footer } = definition
  return (
    <div className={styles.sections}>
      {sections.map(({ id, title, questions }) => (
        <section key={id}>
          <h3 className={styles.title}>
            <ContentText text={title} fallback={default_language} />
          </h3>
          <ol className={styles.questions}>
            {questionsIn(questions).map(question => (
              <QuestionLine key={question.id} question={question} fallback={default_language} />
            ))}
          </ol>
        </section>
      ))}
      {footer && (
        <p className={styles.footer}>
          <ContentText text={footer} fallback={default_language} />
        </p>
      )}
    </div>
  )
}

function QuestionLine({ question, fallback }: { question: Question; fallback: Definition['default_language'] }) {
  const { t } = useTranslation()
  const Icon = typeIcons[question.type]
  const isCritical = 'critical' in question && question.critical
  return (
    <li className={styles.question}>
      <Icon size={20} className={styles.icon} />
      <div>
        <div>
          <ContentText text={question.label} fallback={fallback} />
        </div>
        <div className={styles.questionListFacts}>
          {[t(`forms.types.${question.type}`), isCritical && t('forms.critical')].filter(Boolean).join(' · ')}
        </div>
      </div>
    </li>
  )
}
