import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldCode } from '#shared/lib/folding.ts'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { PassAddress } from '../askPass.ts'
import styles from '../Pass.module.css'
import { countUnsent, discardUnsent, type Entry, unsentOf } from './unsent.ts'
import { WaitingEntry } from './WaitingEntry.tsx'

/** What was not sent before the pass was over: shown to be copied, and dropped when somebody says so. */
export function UnsentAfterEnd({ address }: { address: PassAddress }) {
  const { t } = useTranslation()
  const [count, setCount] = useState(0)
  const [entries, setEntries] = useState<Entry[] | null>(null)
  const [pin, setPin] = useState('')
  const read = (by: string | null) =>
    unsentOf({ ...address, pin: by })
      .then(unsent => unsent.entries())
      // Under another PIN nothing can be read.
      .catch(() => null)
      .then(setEntries)
  useEffect(() => {
    let isLeft = false
    void countUnsent(address.id).then(found => isLeft || setCount(found))
    void unsentOf(address)
      .then(unsent => unsent.entries())
      .catch(() => null)
      .then(found => isLeft || setEntries(found))
    return () => {
      isLeft = true
    }
  }, [address])
  if (count === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void read(foldCode(pin))
  }
  return (
    <>
      <Notice kind="attention">{t('passes.written.endedUnsent')}</Notice>
      {entries ? (
        <ul className={styles.list}>
          {entries.map(entry => (
            <WaitingEntry key={entry.body.uuid} entry={entry} onDiscard={null} />
          ))}
        </ul>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <PasswordInput
            label={t('passes.pin')}
            description={t('passes.written.unsentPin')}
            inputMode="numeric"
            maxLength={12}
            value={pin}
            onChange={event => setPin(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('passes.visit.open')}
          </Button>
        </form>
      )}
      <ConfirmButton
        question={t('passes.written.discardQuestion')}
        confirmText={t('passes.written.discard')}
        onConfirm={() => void discardUnsent(address.id).then(() => setCount(0))}
      >
        {t('passes.written.discard')}
      </ConfirmButton>
    </>
  )
}
