import { Button, Drawer, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/findings/contract.ts'
import { tellProblem, tellUndo } from '../ui/toast.tsx'
import { findingsApi } from './api.ts'
import styles from './SettleSheet.module.css'

const reasons = ['repaired', 'lookedAgain', 'vet', 'mistake'] as const

/** Asks why a finding is settled: one tap on a reason does it, words of one's own take two. It can be taken back. */
export function SettleSheet({ finding: { id }, onClosed }: { finding: Finding; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [words, setWords] = useState('')
  useEffect(() => setOpened(true), [])
  const changed = () => {
    for (const queryKey of [['findings'], ['tasks', 'today']]) queries.invalidateQueries({ queryKey })
  }
  const reopening = useMutation({
    mutationFn: () => findingsApi.reopen({ id }),
    onError: error => void tellProblem(error),
    onSettled: changed,
  })
  const settling = useMutation({
    mutationFn: (reason: string) => findingsApi.settle({ id, reason }),
    onSuccess() {
      setOpened(false)
      void tellUndo(t('findings.settled'), t('common.undo'), () => reopening.mutate())
    },
    onError: error => void tellProblem(error),
    onSettled: changed,
  })

  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClosed}
      position="bottom"
      title={t('findings.settleTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.content, title: styles.title, body: styles.body }}
    >
      <p className={styles.question}>{t('findings.settleQuestion')}</p>
      <div className={styles.choices}>
        {reasons.map((reason, index) => {
          const text = t(`findings.reasons.${reason}`)
          return (
            <Button
              key={reason}
              variant="default"
              size="lg"
              justify="flex-start"
              data-autofocus={index === 0 || undefined}
              disabled={settling.isPending}
              onClick={() => settling.mutate(text)}
            >
              {text}
            </Button>
          )
        })}
      </div>
      <form
        className={styles.words}
        onSubmit={event => {
          event.preventDefault()
          settling.mutate(words.trim())
        }}
      >
        <Textarea
          label={t('findings.ownReason')}
          maxLength={1_000}
          minRows={1}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!words.trim() || settling.isPending}>
          {t('findings.settle')}
        </Button>
      </form>
    </Drawer>
  )
}
