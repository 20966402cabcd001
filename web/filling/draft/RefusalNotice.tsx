import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { About } from '#shared/forms/definition.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { fillReferences, formatAnswer } from '#shared/submissions/formatter.ts'
import { useDraft, useFormTexts } from '../../answers/draft/DraftContext.tsx'
import { BottomSheet } from '../../answers/texts/BottomSheet.tsx'
import { useEntryErrorText } from '../../lib/errorText.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import { sendWithoutTask, setSubjects, settle } from '../storage/commands.ts'
import type { Conflict, Entry } from '../storage/entry.ts'
import { SubjectPicker, useOffered } from '../subject/SubjectPicker.tsx'
import styles from './FillingScreen.module.css'

/** Why the server did not take what was completed, and the ways out. */
export function RefusalNotice({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const words = useEntryErrorText()
  const { about } = useDraft().definition.settings ?? {}
  const [isAsking, setAsking] = useState(false)
  const { last_error: error, server_id } = entry
  if (!error || error.status === 0 || error.status === 401 || entry.conflict) return null
  const isTaskOver = entry.task_sent_id !== null && /^task_/.test(error.code)
  return (
    <Notice kind={entry.state === 'refused' ? 'stop' : 'attention'}>
      <div className={styles.lines}>
        <p className={styles.text}>{t('filling.refused', { reason: words(error) })}</p>
        {isTaskOver && (
          <Button
            variant="default"
            onClick={async () => {
              if (await sendWithoutTask(entry.user_id, entry.uuid)) await useQueue.sendNow()
            }}
          >
            {t('filling.sendWithoutTask')}
          </Button>
        )}
        {error.code === 'subject_required' && about && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('filling.about.title')}
          </Button>
        )}
        {isAsking && about && <SubjectSheet entry={entry} about={about} onClose={() => setAsking(false)} />}
        {error.code === 'submission_complete' && server_id !== null && (
          <Link to="/submission/view/$id" params={{ id: String(server_id) }}>
            {t('filling.openReceived')}
          </Link>
        )}
      </div>
    </Notice>
  )
}

/** The same questions were answered differently on another device: shows both, and lets the person decide. */
export function ConflictBox({ entry, conflict }: { entry: Entry; conflict: Conflict }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { question_ids, answers: theirs } = conflict
  const words = useFormTexts()

  const questionAt = (key: string) => draft.state.form.byId.get(keyParts(key).question_id)?.question

  function labelOf(key: string): string {
    const rows = draft.state.instance(key)?.rows ?? []
    const element = draft.state.form.byId.get(keyParts(key).question_id)?.element
    return plainText(fillReferences(words.read(element?.label), draft.state, rows, words))
  }

  function say(questionId: string, answer: Answer | undefined): string {
    const question = questionAt(questionId)
    const photos =
      answer?.photos?.length ?? (question?.type === 'photo' && Array.isArray(answer?.value) ? answer.value.length : 0)
    return [
      question && formatAnswer(question, answer, words),
      answer?.note,
      photos > 0 && t('filling.photos', { count: photos }),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  async function decide(winner: 'mine' | 'theirs') {
    await settle(entry.user_id, entry.uuid, winner)
    useQueue.sendSoon(0)
  }

  const differences = question_ids.map(id => ({
    field: id,
    label: labelOf(id),
    mine: say(id, draft.answers()[id]) || t('common.nothing'),
    theirs: say(id, theirs[id]) || t('common.nothing'),
  }))
  return (
    <ConflictNotice
      differences={differences}
      onKeepMine={() => void decide('mine')}
      onTakeTheirs={() => void decide('theirs')}
    />
  )
}

type Props = { entry: Entry; about: About; onClose: () => void }

/** Says what a form that was begun already is about. */
export function SubjectSheet({ entry, about, onClose }: Props) {
  const { t } = useTranslation()
  const found = useOffered(about)
  return (
    <BottomSheet opened onClose={onClose} title={t('filling.about.title')}>
      {found && (
        <SubjectPicker
          {...found}
          onPick={async subject => {
            await setSubjects(entry.user_id, entry.uuid, [subject])
            onClose()
          }}
        />
      )}
    </BottomSheet>
  )
}
