import { IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../lib/format.ts'
import { useFollowed, useShown, useWays } from './EditingContext.tsx'
import { buttonId } from './ElementButton.tsx'
import styles from './Outline.module.css'
import { useWrongElements } from './useWrongElements.ts'

/** The course of the form at a glance; each line leads to its element. */
export const Outline = memo(function Outline() {
  const { t } = useTranslation()
  const format = useFormat()
  const { state } = useShown()
  const wrong = useWrongElements()
  const { sections, default_language } = useFollowed().definition
  const read = (text: LocalizedText) => textIn(text, state.language, default_language).text
  const line = (id: string, name: string) => (
    <OutlineLine id={id} name={name} isSelected={state.selected === id} isWrong={wrong.has(id)} />
  )
  return (
    <nav className={styles.outline} aria-label={t('forms.outline')}>
      {line('form', t('forms.form'))}
      <ol className={styles.list}>
        {sections.map(({ id, title, questions }, index) => (
          <li key={id} className={styles.section}>
            {line(id, read(title) || t('forms.namelessSection', { number: format.number(index + 1) }))}
            <ol className={styles.list}>
              {questions.map((question, number) => (
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
})

type LineProps = { id: string; name: string; isSelected: boolean; isWrong: boolean }

const OutlineLine = memo(function OutlineLine({ id, name, isSelected, isWrong }: LineProps) {
  const { t } = useTranslation()
  const { goTo } = useWays()
  function go() {
    goTo(id)
    document.getElementById(buttonId(id))?.scrollIntoView({ block: 'center' })
  }
  return (
    <button type="button" className={styles.line} aria-current={isSelected ? 'true' : undefined} onClick={go}>
      <bdi className={styles.name}>{name}</bdi>
      {isWrong && <IconAlertTriangle size={16} className={styles.wrong} aria-label={t('forms.toMend')} />}
    </button>
  )
})
