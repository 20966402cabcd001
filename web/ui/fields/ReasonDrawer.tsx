import { Button, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../floatingParts.tsx'
import styles from '../SideSheet.module.css'

type Props = {
  title: string
  question: string
  /** Those that are usual, as they are read and kept. */
  reasons: string[]
  /** Of the field for other words, and how many letters it takes. */
  label: string
  maxLength: number
  /** On the button beside it. */
  submit: string
  isPending?: boolean
  onChosen: (reason: string, close: () => void) => void
  onClosed: () => void
}

/** Asks why, from below: one tap on a reason says it, words of one's own take two. */
export function ReasonDrawer(props: Props) {
  const { title, question, reasons, label, maxLength, submit, isPending = false, onChosen, onClosed } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [words, setWords] = useState('')
  useEffect(() => setOpened(true), [])
  const close = () => setOpened(false)

  return (
    <Drawer
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClosed}
      position="bottom"
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: styles.reasonDrawerContent,
        title: styles.reasonDrawerTitle,
        body: styles.reasonDrawerBody,
      }}
    >
      <p className={styles.reasonDrawerQuestion}>{question}</p>
      <div className={styles.choices}>
        {reasons.map((reason, index) => (
          <Button
            key={reason}
            variant="default"
            size="lg"
            justify="flex-start"
            data-autofocus={index === 0 || undefined}
            disabled={isPending}
            onClick={() => onChosen(reason, close)}
          >
            {reason}
          </Button>
        ))}
      </div>
      <form
        className={styles.words}
        onSubmit={event => {
          event.preventDefault()
          onChosen(words.trim(), close)
        }}
      >
        <Textarea
          label={label}
          maxLength={maxLength}
          minRows={1}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!words.trim() || isPending}>
          {submit}
        </Button>
      </form>
    </Drawer>
  )
}
