import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { loadTables } from '../../answers/keepTables.ts'
import { useReader } from '../../lib/offline/queueState.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AnswerList } from '../../ui/texts/AnswerList.tsx'
import type { Entry, FormRow } from '../journal/entry.ts'
import { leftOf, newerFormHere, takeOver } from '../journal/goOver.ts'
import { type AnswerInWords, answersInWords } from '../journal/rescueFiles.ts'
import type { Writer } from '../journal/Writer.ts'

type Props = { entry: Entry; writer: Writer; onGone: () => void }

/** Offers to take a begun draft over to the newer version on this device, and shows before what has no place there. */
export function GoOverNotice({ entry, writer, onGone }: Props) {
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
