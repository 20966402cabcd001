import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { About } from '#shared/forms/definition.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { fillReferences, formatAnswer } from '#shared/submissions/formatter.ts'
import { useDraft, useDraftSelector, useFormTexts } from '../../answers/draft/DraftContext.tsx'
import { loadTables } from '../../answers/keepTables.ts'
import { BottomSheet } from '../../answers/texts/BottomSheet.tsx'
import { errorText, useEntryErrorText } from '../../lib/errorText.ts'
import { useReader } from '../../lib/format.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import { AnswerList } from '../../ui/texts/AnswerList.tsx'
import { sendWithoutTask, setSubjects, settle } from '../storage/commands.ts'
import { type Conflict, type Entry, type FormRow, inFormDatabase, type LeftAnswers } from '../storage/entry.ts'
import type { FormDraft } from '../storage/formDraft.ts'
import { forgetLeft, leftOf, moveToNewer, newerFormHere } from '../storage/newerVersion.ts'
import { type AnswerInWords, answersInWords } from '../storage/rescueFiles.ts'
import { SubjectPicker, useOffered } from '../subject/SubjectStep.tsx'
import styles from './FillingPage.module.css'
import type { FormNews } from './loadForm.ts'

export { AgainQuestions } from '../followUp/AgainQuestions.tsx'

type Props = { told: FormNews; entry: Entry; persister: FormDraft; onNewer: () => void }

/**
 * Says what the server knows of a form that was opened from this device: nobody fills it in any more, or there is a
 * newer version. A draft that was not begun takes that at once. A begun one goes over to it when the person has read
 * what has no place there, or is finished as it is.
 */
export function FormNewsNotice({ told, entry, persister, onNewer }: Props) {
  const { t } = useTranslation()
  const isBegun = useDraftSelector(({ persister }) => persister.hasPending() || persister.keeping().savedAt !== null)
  if (told.kind === 'refused') return <Notice kind="attention">{errorText(told.error, t)}</Notice>
  if (!isBegun)
    return (
      <Notice kind="info">
        {t('filling.newer.text')}
        <Button variant="default" mt="xs" onClick={onNewer}>
          {t('filling.newer.take')}
        </Button>
      </Notice>
    )
  return <NewerVersionNotice entry={entry} persister={persister} onGone={() => useQueue.sendSoon(0)} />
}

type NewerVersionProps = { entry: Entry; persister: FormDraft; onGone: () => void }

/** Offers to take a begun draft over to the newer version on this device, and shows before what has no place there. */
export function NewerVersionNotice({ entry, persister, onGone }: NewerVersionProps) {
  const { t } = useTranslation()
  const reader = useReader()
  const { definition } = useDraft()
  const [found, setFound] = useState<{ form: FormRow; left: AnswerInWords[] }>()

  async function look() {
    await persister.flush()
    const form = await newerFormHere(entry)
    if (!form) return
    await loadTables(entry.user_id, form.definition)
    const left = leftOf(form, persister.content().rows, entry.version)
    const shown = left ? answersInWords(definition, left.answers, reader) : []
    if (shown.length > 0) setFound({ form, left: shown })
    else await go(form)
  }

  async function go(form: FormRow) {
    await persister.flush()
    if (await moveToNewer(entry, form)) onGone()
  }

  if (!found)
    return (
      <Notice kind="info">
        {t('filling.newer.begun')}
        <Button variant="default" mt="xs" onClick={look}>
          {t('filling.newer.goOver')}
        </Button>
      </Notice>
    )
  return (
    <Notice kind="attention">
      {t('filling.newer.willBeLeft')}
      <AnswerList answers={found.left} />
      <Group gap="xs" mt="xs">
        <Button variant="default" onClick={() => go(found.form)}>
          {t('filling.newer.goOver')}
        </Button>
        <Button variant="default" onClick={() => setFound(undefined)}>
          {t('filling.newer.stay')}
        </Button>
      </Group>
    </Notice>
  )
}

/**
 * The answers that had no place in the version to which a draft went over, until the person has noted what they need of
 * them.
 */
export function LeftNotice({ entry, left }: { entry: Entry; left: LeftAnswers[] }) {
  const { t } = useTranslation()
  const reader = useReader()
  const [answers, setAnswers] = useState<AnswerInWords[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, in the language of the moment
  useEffect(() => {
    inFormDatabase(entry.user_id, ({ forms }) =>
      forms.bulkGet(left.map(({ version }): [number, number] => [entry.form_id, version])),
    ).then(
      forms =>
        setAnswers(
          left.flatMap((one, at) => (forms[at] ? answersInWords(forms[at].definition, one.answers, reader) : [])),
        ),
      error => console.warn('What was left could not be read', error),
    )
  }, [left])
  if (answers.length === 0) return null
  return (
    <Notice kind="attention">
      {t('filling.newer.left')}
      <AnswerList answers={answers} />
      <Button variant="default" mt="xs" onClick={() => forgetLeft(entry)}>
        {t('filling.newer.noted')}
      </Button>
    </Notice>
  )
}

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

type AboutProps = { entry: Entry; about: About; onClose: () => void }

/** Says what a form that was begun already is about. */
export function SubjectSheet({ entry, about, onClose }: AboutProps) {
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
