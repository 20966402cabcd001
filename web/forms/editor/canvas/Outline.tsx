import { IconAlertTriangle } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { useFollowed, useShown, useWays } from '../EditingContext.tsx'
import styles from './Canvas.module.css'
import { buttonId } from './ElementButton.tsx'

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
    <nav className={styles.outline} aria-label={t('formEditor.outline')}>
      {line('form', t('formEditor.form'))}
      <ol className={styles.list}>
        {sections.map(({ id, title, questions }, index) => (
          <li key={id} className={styles.outlineSection}>
            {line(id, read(title) || t('formEditor.namelessSection', { number: format.number(index + 1) }))}
            <Lines elements={questions} read={read} line={line} />
          </li>
        ))}
      </ol>
    </nav>
  )
})

type LinesProps = {
  elements: readonly Element[]
  read: (text: LocalizedText) => string
  line: (id: string, name: string) => ReactNode
}

function Lines({ elements, read, line }: LinesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ol className={styles.list}>
      {elements.map((element, index) => (
        <li key={element.id} className={styles.question}>
          {line(
            element.id,
            read(element.label) || t('formEditor.namelessQuestion', { number: format.number(index + 1) }),
          )}
          {'questions' in element && <Lines elements={element.questions} read={read} line={line} />}
        </li>
      ))}
    </ol>
  )
}

type LineProps = { id: string; name: string; isSelected: boolean; isWrong: boolean }

const OutlineLine = memo(function OutlineLine({ id, name, isSelected, isWrong }: LineProps) {
  const { t } = useTranslation()
  const { goTo } = useWays()
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) bringIntoSight(ref.current)
  }, [isSelected])
  function go() {
    goTo(id)
    document.getElementById(buttonId(id))?.scrollIntoView({ block: 'center' })
  }
  return (
    <button ref={ref} type="button" className={styles.line} aria-current={isSelected ? 'true' : undefined} onClick={go}>
      <bdi className={styles.name}>{name}</bdi>
      {isWrong && (
        <IconAlertTriangle size={16} className={styles.wrong} aria-hidden={false} aria-label={t('formEditor.toMend')} />
      )}
    </button>
  )
})

/** Scrolls the contents alone, never the page: the eye is elsewhere. */
function bringIntoSight(line: HTMLElement | null): void {
  const list = line?.closest('nav')
  if (!line || !list) return
  const [here, around] = [line.getBoundingClientRect(), list.getBoundingClientRect()]
  if (here.top < around.top) list.scrollTop += here.top - around.top
  if (here.bottom > around.bottom) list.scrollTop += here.bottom - around.bottom
}

/**
 * The elements with mistakes, but for the one that is just being written. The same set while they are the
 * same.
 */
export function useWrongElements(): ReadonlySet<string> {
  const { state, mistakes } = useShown()
  const { fresh } = state
  return useMemo(
    () => new Set(mistakes.map(({ element }) => element).filter(element => element !== fresh)),
    [mistakes, fresh],
  )
}
