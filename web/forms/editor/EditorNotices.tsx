import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail, FormSaved } from '#shared/forms/contract.ts'
import { editorsChannel } from '#shared/forms/rules.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { useUser } from '../../lib/session/session.ts'
import { realtime } from '../../realtime.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import { useChange, useShown, useWays } from './EditingContext.tsx'
import type { FormSaveState } from './saving/formAutosave.ts'
import { mergeContent } from './saving/mergeContent.ts'
import { contentOf, type EditableForm } from './structure/content.ts'
import { usePartWords } from './words/usePartWords.ts'

/** Says who else has the form open; what all of them write comes together. */
export function EditorsNotice({ form }: { form: FormDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const others = useOtherEditors(form)
  if (others.length === 0) return null
  return (
    <Notice kind="info">{t('formEditor.alsoEditing', { count: others.length, names: format.list(others) })}</Notice>
  )
}

type Member = { id: string; info?: { name?: string } }
type Members = { members?: Record<string, Member['info']> }

/** What one saves oneself is answered by then, and need not be fetched. */
const patienceMs = 1_000

/**
 * The names of the others who have the form open to edit it. What they save is fetched, and the links of the form; so
 * it is when one comes or goes.
 */
function useOtherEditors({ id, company_id }: FormDetail): string[] {
  const own = String(useUser()?.id)
  const queries = useQueryClient()
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const nameOf = (info: Member['info']) => info?.name ?? ''
    const { queryKey } = api.forms.get.query({ id })
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = realtime.listen(editorsChannel(company_id, id), (event, data) => {
      if (event === 'form.saved') {
        const { revision } = data as FormSaved
        const isNews = () => (queries.getQueryData<FormDetail>(queryKey)?.revision ?? 0) < revision
        clearTimeout(waiting)
        waiting = setTimeout(() => isNews() && queries.invalidateQueries({ queryKey }), patienceMs)
      }
      // Made, changed or used by somebody: those who look at the links see it (`form.link_changed` of linkEvents).
      if (event === 'form.link_changed') {
        queries.invalidateQueries({ queryKey })
        queries.invalidateQueries({ queryKey: api.publicLinks.key })
      }
      if (event === 'pusher:subscription_succeeded') {
        const { members = {} } = data as Members
        setOthers(new Map(Object.entries(members).flatMap(([key, info]) => (key === own ? [] : [[key, nameOf(info)]]))))
      }
      if (event !== 'pusher:member_added' && event !== 'pusher:member_removed') return
      const { id: key, info } = data as Member
      if (key === own) return
      setOthers(before => {
        const next = new Map(before)
        if (event === 'pusher:member_added') next.set(key, nameOf(info))
        else next.delete(key)
        return next
      })
      queries.invalidateQueries({ queryKey })
    })
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [company_id, id, own, queries])
  return [...others.values()]
}

/**
 * Says that changes of an earlier visit, which never reached the server, are back; they can be dropped, and that
 * undone.
 */
export function RestoredNotice({ form }: { form: EditableForm }) {
  const { t } = useTranslation()
  const change = useChange()
  const [saved] = useState(() => contentOf(form))
  const [isOver, setOver] = useState(false)
  if (isOver) return null
  return (
    <Notice kind="info">
      <Group justify="space-between" gap="xs">
        {t('common.restored')}
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              change(() => saved)
              setOver(true)
            }}
          >
            {t('common.discard')}
          </Button>
          <Button size="sm" variant="default" onClick={() => setOver(true)}>
            {t('common.keepEditing')}
          </Button>
        </Group>
      </Group>
    </Notice>
  )
}

/** Why something is not saved, and that it is safe here. Nothing without a problem; a conflict has its own notice. */
export function SavingNotice({ saving: { problem, error } }: { saving: FormSaveState }) {
  const { t } = useTranslation()
  if (problem === null || problem === 'conflict') return null
  if (problem === 'refused')
    return (
      <Notice kind="stop">
        {errorText(error, t)} {t('formEditor.keptHere')}
      </Notice>
    )
  return (
    <Notice kind="attention">{t(problem === 'nameless' ? 'formEditor.nameless' : 'formEditor.unreachable')}</Notice>
  )
}

type Props = { conflict: NonNullable<FormSaveState['conflict']>; onSettled: () => void }

/**
 * Shows texts that somebody else saved in the same places, beside one's own. The version that is not chosen is one undo
 * away.
 */
export function SaveConflictNotice({ conflict: { base, theirs }, onSettled }: Props) {
  const { dispatch } = useWays()
  const change = useChange()
  const { state } = useShown()
  const mine = state.content
  const merge = mergeContent({ base: base.content, mine, theirs: theirs.content })
  const { nameOf, differencesOf } = usePartWords(
    text => textIn(text, state.language, mine.definition.default_language).text,
  )
  return (
    <ConflictNotice
      differences={merge.conflicting.map(part => {
        const { mine, theirs } = differencesOf(part, merge)
        return { field: part, label: nameOf(part, merge), mine: lines(mine), theirs: lines(theirs) }
      })}
      onKeepMine={() => {
        dispatch({ type: 'mineKept', theirs: merge.theirs })
        onSettled()
      }}
      onTakeTheirs={() => {
        change(() => merge.theirs)
        onSettled()
      }}
    />
  )
}

const lines = (texts: string[]) => (texts.length > 0 ? texts.map(text => <div key={text}>{text}</div>) : null)
