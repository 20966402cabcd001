import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Setup.module.css'

type Props = {
  title: string
  text?: string
  /** Why the step could not be finished. */
  problem?: unknown
  /** Opens the next step without doing this one. */
  onSkip?: (() => void) | undefined
  onNext: () => void
  /** Text of the main button; "Next" without. */
  nextText?: string
  isBusy?: boolean
  isReady?: boolean
  children?: ReactNode
}

/** One step: its title, its fields, and the way to the next. Enter is the main button. */
export function StepFrame(props: Props) {
  const { title, text, problem, onSkip, onNext, nextText, isBusy, isReady = true, children } = props
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another step, and those who listen begin at its head
  useEffect(() => heading.current?.focus(), [title])
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isReady && !isBusy) onNext()
      }}
    >
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {title}
      </h2>
      {text && <p className={styles.text}>{text}</p>}
      {problem != null && (
        <Notice kind="stop">
          <ProblemText error={problem} />
        </Notice>
      )}
      {children}
      <div className={styles.buttons}>
        {onSkip && (
          <Button variant="default" onClick={onSkip}>
            {t('companies.setup.skip')}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {nextText ?? t('companies.setup.next')}
        </Button>
      </div>
    </form>
  )
}
