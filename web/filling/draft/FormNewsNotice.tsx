import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft, useWhole } from '../../answers/draft/DraftContext.tsx'
import { loadTables } from '../../answers/keepTables.ts'
import { errorText } from '../../lib/errorText.ts'
import { outbox } from '../../lib/offline/start.ts'
import { useReader } from '../../lib/offline/useReader.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AnswerList } from '../../ui/texts/AnswerList.tsx'
import type { Entry, FormRow } from '../journal/entry.ts'
import { leftOf, newerFormHere, takeOver } from '../journal/goOver.ts'
import { type AnswerInWords, answersInWords } from '../journal/rescueFiles.ts'
import type { Writer } from '../journal/Writer.ts'
import type { FormNews } from './loadForm.ts'

type Props = { told: FormNews; entry: Entry; writer: Writer; onNewer: () => void }

/**
 * What the server says of a form that was opened from this device: it is not filled in any more, or there is a newer version. A draft that was
 * not begun takes that at once; one that was begun goes over to it when the person has read what has no place there, or is finished as it is.
 */
export function FormNewsNotice({ told, entry, writer, onNewer }: Props) {
  const { t } = useTranslation()
  const reader = useReader()
  const { definition } = useDraft()
  const isBegun = useWhole(({ writer }) => writer.hasPending() || writer.keeping().savedAt !== null)
  const [found, setFound] = useState<{ form: FormRow; left: AnswerInWords[] }>()
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
    if (await takeOver(entry, form)) outbox.sendSoon(0)
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
