import { Button, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Effect } from '#shared/lib/taskFields.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { useUser } from '../../lib/session/session.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { asksWho } from './asksWho.ts'
import { EffectQuestion } from './EffectQuestion.tsx'
import { ProofPhotoPicker } from './ProofPhotoPicker.tsx'
import styles from './ProofSheet.module.css'
import { keepProofWords, proofWords } from './proofs.ts'
import { endTasks } from './taskEnds.ts'
import { useProofPhotos } from './useProofPhotos.ts'
import { type Doer, WhoQuestion } from './WhoQuestion.tsx'

const Drawer = lazyPart(() => import('../../ui/drawer.ts').then(part => part.Drawer))

/**
 * Asks what was done before a task is done, and on a device of several who did it: whoever found it reads and sees it. What is written and photographed here is kept at once, so
 * that it is still there when the sheet was closed, the end taken back, or the phone ended the app while the camera was open.
 */
export function ProofSheet({ sent, onClosed }: { sent: SentTask; onClosed: () => void }) {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? 0
  const [opened, setOpened] = useState(false)
  const [words, setWords] = useState('')
  const [doer, setDoer] = useState<Doer>()
  const [effect, setEffect] = useState<Effect>()
  const [isBusy, setBusy] = useState(false)
  const photos = useProofPhotos(userId, sent.id)
  useEffect(() => setOpened(true), [])
  useEffect(() => {
    void proofWords(userId, sent.id).then(kept => setWords(now => now || kept))
  }, [userId, sent.id])
  const hasWords = words.trim() !== ''
  const isShown = sent.verifies
    ? effect === 'worked' || (effect === 'failed' && hasWords)
    : sent.proof === 'photo'
      ? photos.taken.length > 0
      : hasWords
  const isWrong = effect === 'failed'
  const asksProof = Boolean(sent.proof || sent.verifies)
  const isAnswered = (isShown || !asksProof) && (doer !== undefined || !asksWho(sent))
  const by = doer && doer.user_id !== userId && { by: doer.user_id, by_name: doer.name }

  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClosed}
      position="bottom"
      title={<bdi>{taskTitle(sent)}</bdi>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.content, title: styles.title, body: styles.body }}
    >
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          const note = words.trim()
          const uuids = photos.taken.map(({ uuid }) => uuid)
          const shown = { ...(note && { note }), ...(uuids.length > 0 && { photos: uuids }) }
          endTasks([sent], { how: 'complete', ...by, ...(effect && { effect }), ...shown })
          setOpened(false)
        }}
      >
        {asksWho(sent) && <WhoQuestion others={sent.others} value={doer} onChange={setDoer} />}
        {sent.verifies && <EffectQuestion verifies={sent.verifies} value={effect} onChange={setEffect} />}
        {asksProof && (
          <>
            <Textarea
              label={sent.verifies ? t(isWrong ? 'tasks.correction.stillWrong' : 'tasks.note') : t('tasks.proofWords')}
              data-autofocus={sent.proof === 'note' || undefined}
              maxLength={500}
              autosize
              minRows={2}
              maxRows={6}
              value={words}
              onChange={event => {
                setWords(event.currentTarget.value)
                void keepProofWords(userId, sent.id, event.currentTarget.value)
              }}
            />
            <ProofPhotoPicker photos={photos} isBusy={isBusy} onBusy={setBusy} />
          </>
        )}
        {asksProof && !isShown && (isWrong || !sent.verifies) && (
          <p className={styles.hint}>
            {t(
              isWrong
                ? 'tasks.correction.stillWrongAsked'
                : sent.proof === 'photo'
                  ? 'tasks.proofPhotoAsked'
                  : 'tasks.proofWordsAsked',
            )}
          </p>
        )}
        <Button type="submit" size="lg" disabled={!isAnswered || isBusy}>
          {t('tasks.complete')}
        </Button>
      </form>
    </Drawer>
  )
}
