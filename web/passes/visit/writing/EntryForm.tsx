import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../Pass.module.css'
import type { About, Entry } from './unsent.ts'
import { useWriting } from './WritingProvider.tsx'

/**
 * The draft of an entry, kept on the device with each change, so that a reload loses nothing; null until it is known
 * what was kept. `send` puts the entry on its way and begins again, or says why it cannot.
 */
export function useEntryForm<Draft extends object>(name: string, blank: Draft, onSent: () => void) {
  const { t } = useTranslation()
  const { write, unsent, isPreview } = useWriting()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const first = useRef(blank)
  const present = useRef(blank)
  function show(next: Draft) {
    present.current = next
    setDraft(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another device or form has another draft
  useEffect(() => {
    let isLeft = false
    // What an earlier version of the form kept may lack a field.
    unsent?.draft(name).then(kept => isLeft || show({ ...first.current, ...(kept as Draft | null) }))
    return () => {
      isLeft = true
    }
  }, [unsent, name])
  function keep(kept: Draft | null) {
    show(kept ?? first.current)
    // A device without room shows the typed text all the same; sending says so.
    if (!isPreview) void unsent?.keepDraft(name, kept).catch(() => undefined)
  }
  async function send(call: Entry['call'], fields: object, about: About = null, pictures: string[] = []) {
    if (isPreview) return setFailure(t('passes.written.previewOnly'))
    try {
      await write(call, fields, { about, pictures })
    } catch {
      return setFailure(t('passes.written.full'))
    }
    keep(null)
    onSent()
  }
  const change = (changes: Partial<Draft>) => keep({ ...present.current, ...changes })
  return { draft, change, failure, setFailure, send }
}

type Props = {
  label: string
  failure: string | null
  /** The text of the button that sends it. */
  submit: string
  isReady: boolean
  onSubmit: () => Promise<void>
  onClosed: () => void
  children: ReactNode
}

/** The fields of an entry, why it could not be sent, and its two buttons. */
export function EntryForm({ label, failure, submit, isReady, onSubmit, onClosed, children }: Props) {
  const { t } = useTranslation()
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={event => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
      {failure && <Notice kind="stop">{failure}</Notice>}
      <Group>
        <Button type="submit" disabled={!isReady}>
          {submit}
        </Button>
        <Button variant="default" onClick={onClosed}>
          {t('common.close')}
        </Button>
      </Group>
    </form>
  )
}
