import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft, useDraftSelector } from '../../answers/draft/DraftContext.tsx'
import { loadTables } from '../../answers/keepTables.ts'
import { errorText } from '../../lib/errorText.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { useReader } from '../../lib/useReader.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AnswerList } from '../../ui/texts/AnswerList.tsx'
import { type Entry, type FormRow, inFormDatabase, type LeftAnswers } from '../storage/entry.ts'
import type { FormDraft } from '../storage/formDraft.ts'
import { forgetLeft, leftOf, newerFormHere, takeOver } from '../storage/goOver.ts'
import { type AnswerInWords, answersInWords } from '../storage/rescueFiles.ts'
import type { FormNews } from './loadForm.ts'

type Props = { told: FormNews; entry: Entry; writer: FormDraft; onNewer: () => void }

/**
 * Says what the server knows of a form that was opened from this device: nobody fills it in any more, or there is a
 * newer version. A draft that was not begun takes that at once. A begun one goes over to it when the person has read
 * what has no place there, or is finished as it is.
 */
export function FormNewsNotice({ told, entry, writer, onNewer }: Props) {
  const { t } = useTranslation()
  const isBegun = useDraftSelector(({ writer }) => writer.hasPending() || writer.keeping().savedAt !== null)
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
  return <GoOverNotice entry={entry} writer={writer} onGone={() => useQueue.sendSoon(0)} />
}

type GoOverProps = { entry: Entry; writer: FormDraft; onGone: () => void }

/** Offers to take a begun draft over to the newer version on this device, and shows before what has no place there. */
export function GoOverNotice({ entry, writer, onGone }: GoOverProps) {
  const { t } = useTranslation()
  const reader = useReader()
  const { definition } = useDraft()
  const [found, setFound] = useState<{ form: FormRow; left: AnswerInWords[] }>()

  async function look() {
    await writer.flush()
    const form = await newerFormHere(entry)
    if (!form) return
    await loadTables(entry.user_id, form.definition)
    const left = leftOf(form, writer.content().rows, entry.version)
    const shown = left ? answersInWords(definition, left.answers, reader) : []
    if (shown.length > 0) setFound({ form, left: shown })
    else await go(form)
  }

  async function go(form: FormRow) {
    await writer.flush()
    if (await takeOver(entry, form)) onGone()
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

/** The answers that had no place in the version to which a draft went over, until the person has noted what they need of them. */
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
