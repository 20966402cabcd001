import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textHolds } from '#shared/lib/searching.ts'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { useUser } from '../../lib/session/session.ts'
import { LateSelect } from '../../ui/fields/LateSelect.tsx'
import { useColleaguesNamed } from '../presence.ts'

type Person = { id: number; name: string }
type Props = {
  conversation: Conversation | undefined
  chosen: Person | undefined
  onChange: (chosen: Person | undefined) => void
}

/** More are not read through; a part of the name finds them. */
const maxShown = 50

/** Who wrote it: oneself, who is in the conversation, or any colleague, by a part of the name. */
export function PersonField({ conversation, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const own = useUser()
  const [text, setText] = useState('')
  const wanted = text === chosen?.name ? '' : text
  const colleagues = useColleaguesNamed(wanted)
  const known: Person[] = [...(own ? [{ id: own.id, name: t('messaging.you') }] : []), ...(conversation?.users ?? [])]
  const named = known.filter(({ name }) => textHolds(name, wanted))
  const people = new Map<string, Person>()
  for (const one of [...(chosen ? [chosen] : []), ...named, ...colleagues])
    if (!people.has(String(one.id))) people.set(String(one.id), one)
  return (
    <LateSelect
      label={t('messaging.person')}
      placeholder={t('messaging.anyone')}
      clearable
      clearButtonProps={{ 'aria-label': t('messaging.anyone') }}
      nothingFoundMessage={t('common.nothingFound')}
      data={[...people].slice(0, maxShown).map(([value, { name }]) => ({ value, label: name }))}
      filter={({ options }) => options}
      value={chosen ? String(chosen.id) : null}
      onChange={value => onChange(value === null ? undefined : people.get(value))}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}
