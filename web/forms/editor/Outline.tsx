import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../lib/format.ts'
import { useShown, useWays } from './EditingContext.tsx'
import { buttonId } from './ElementButton.tsx'
import styles from './Outline.module.css'

/** The course of the form at a glance; each line leads to its element. */
export function Outline() {
  const { t } = useTranslation()
  const format = useFormat()
  const { goTo } = useWays()
  const { state, mistakes } = useShown()
  const { definition } = state.content
  const wrong = new Set(mistakes.map(({ element }) => element).filter(element => element !== state.fresh))

  function go(id: string) {
    goTo(id)
    document.getElementById(buttonId(id))?.scrollIntoView({ block: 'center' })
  }

  const line = (id: string, name: string) => (
    <button
      type="button"
      className={styles.line}
      aria-current={state.selected === id ? 'true' : undefined}
      onClick={() => go(id)}
    >
      <bdi className={styles.name}>{name}</bdi>
      {wrong.has(id) && <IconAlertTriangle size={16} className={styles.wrong} aria-label={t('forms.toMend')} />}
    </button>
  )
  const read = (text: Parameters<typeof textIn>[0]) => textIn(text, state.language, definition.default_language).text
  return (
    <nav className={styles.outline} aria-label={t('forms.outline')}>
      {line('form', t('forms.form'))}
      <ol className={styles.list}>
        {definition.sections.map((section, index) => (
          <li key={section.id} className={styles.section}>
            {line(section.id, read(section.title) || t('forms.namelessSection', { number: format.number(index + 1) }))}
            <ol className={styles.list}>
              {section.questions.map((question, number) => (
                <li key={question.id} className={styles.question}>
                  {line(
                    question.id,
                    read(question.label) || t('forms.namelessQuestion', { number: format.number(number + 1) }),
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </nav>
  )
}
