import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { useUser } from '../../lib/session/session.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import { Fetched } from '../../ui/Fetched.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import { nameOf, titleOf } from '../names.ts'
import type { MessagingSearch } from '../screens.ts'
import { Earlier } from '../sheets/Earlier.tsx'
import styles from '../sheets/Sheets.module.css'
import { Highlight } from './Highlight.tsx'
import { PersonField } from './PersonField.tsx'
import { type Hit, useFound } from './useFound.ts'

type Props = { conversation?: Conversation; onClosed: () => void; onOpen: (search: MessagingSearch) => void }

/** Searches what was said, here or in all conversations; without signal what this device has kept. */
export function SearchPanel({ conversation, onClosed, onOpen }: Props) {
  const { t } = useTranslation()
  const userId = useUser()?.id
  const [typed, setTyped] = useState('')
  const [person, setPerson] = useState<{ id: number; name: string }>()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [hasFile, setHasFile] = useState(false)
  const [q] = useDebouncedValue(typed.trim(), 300)
  const filters = {
    ...(person && { user_id: person.id }),
    ...(from && { from }),
    ...(to && { to }),
    ...(hasFile && { has_file: true as const }),
  }
  const found = useFound({ q, ...filters }, conversation?.id)
  const row = ({ message, highlight, conversation: place }: Hit, close: () => void) => (
    <li key={message.id}>
      <UnstyledButton
        className={styles.hit}
        onClick={() => {
          onOpen({ conversation: message.conversation_id, message: message.id })
          close()
        }}
      >
        <span className={styles.dimmed}>
          {place && !conversation && (
            <>
              <bdi>{titleOf(place, userId, t)}</bdi> ·{' '}
            </>
          )}
          <bdi>{nameOf(message.sender, place?.type, t)}</bdi> · <LocalTime value={message.created_at} />
        </span>
        <Highlight text={highlight} />
      </UnstyledButton>
    </li>
  )
  return (
    <SideSheet title={t('messaging.searchMessages')} onClosed={onClosed}>
      {close => (
        <>
          <div className={styles.section}>
            <TextInput
              data-autofocus
              label={conversation ? t('messaging.searchHere') : t('messaging.searchAll')}
              value={typed}
              maxLength={200}
              onChange={event => setTyped(event.currentTarget.value)}
            />
            <PersonField conversation={conversation} chosen={person} onChange={setPerson} />
            <div className={styles.days}>
              <DateField label={t('messaging.from')} value={from} max={to} onChange={setFrom} />
              <DateField label={t('messaging.to')} value={to} min={from} onChange={setTo} />
            </div>
            <Checkbox
              label={t('messaging.hasFile')}
              checked={hasFile}
              onChange={event => setHasFile(event.currentTarget.checked)}
            />
          </div>
          {q !== '' && (
            <Fetched query={found}>
              {({ pages }) => (
                <>
                  {pages[0]?.isHere && <Notice kind="info">{t('messaging.searchedHere')}</Notice>}
                  <div role="status">{pages[0]?.hits.length === 0 && t('messaging.noMessagesFound')}</div>
                  <ul className={styles.people}>{pages.flatMap(({ hits }) => hits.map(hit => row(hit, close)))}</ul>
                </>
              )}
            </Fetched>
          )}
          {q !== '' && <Earlier query={found} />}
        </>
      )}
    </SideSheet>
  )
}
