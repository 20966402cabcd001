import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textHolds } from '#shared/lib/searching.ts'
import { searchPage } from '#shared/messaging/rules.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useUser } from '../../lib/session/session.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import { LazySelect } from '../../ui/fields/LazySelect.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QueryBoundary } from '../../ui/QueryBoundary.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { type MessagingSearch, nameOf, titleOf, useColleaguesNamed } from '../conversations.ts'
import type { Wanted } from '../kept/keepMessages.ts'
import { Earlier } from '../sheets/FilesSheet.tsx'
import styles from '../sheets/Sheets.module.css'

type Props = { conversation?: Conversation; onClosed: () => void; onOpen: (search: MessagingSearch) => void }

/** Searches what was said, here or in all conversations; offline what this device has kept. */
export function SearchPanel({ conversation, onClosed, onOpen }: Props) {
  const { t } = useTranslation()
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
            <FoundMessages
              wanted={{ q, ...filters }}
              conversation={conversation}
              onOpen={search => {
                onOpen(search)
                close()
              }}
            />
          )}
        </>
      )}
    </SideSheet>
  )
}

type FoundProps = {
  wanted: Wanted
  conversation?: Conversation | undefined
  onOpen: (search: MessagingSearch) => void
}

/** The messages that have the words, the newest first, each with its conversation. */
export function FoundMessages({ wanted, conversation, onOpen }: FoundProps) {
  const { t } = useTranslation()
  const userId = useUser()?.id
  const found = useFound(wanted, conversation?.id)
  const row = ({ message, highlight, conversation: place }: Hit) => (
    <li key={message.id}>
      <UnstyledButton
        className={styles.hit}
        onClick={() => onOpen({ conversation: message.conversation_id, message: message.id })}
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
    <>
      <QueryBoundary query={found}>
        {({ pages }) => (
          <>
            {pages[0]?.isHere && <Notice kind="info">{t('messaging.searchedHere')}</Notice>}
            <div role="status">{pages[0]?.hits.length === 0 && t('messaging.noMessagesFound')}</div>
            <ul className={styles.people}>{pages.flatMap(({ hits }) => hits.map(row))}</ul>
          </>
        )}
      </QueryBoundary>
      <Earlier query={found} />
    </>
  )
}

/** A text in which the server has put what was found between U+0002 and U+0003. */
function Highlight({ text }: { text: string }) {
  return (
    <span className={styles.words}>
      <bdi>
        {text.split('\u0002').map((part, at) => {
          const [found = '', rest] = at === 0 ? ['', part] : part.split('\u0003')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are told apart by their place alone
            <span key={at}>
              {found && <mark>{found}</mark>}
              {rest}
            </span>
          )
        })}
      </bdi>
    </span>
  )
}

type Person = { id: number; name: string }
type PersonFieldProps = {
  conversation: Conversation | undefined
  chosen: Person | undefined
  onChange: (chosen: Person | undefined) => void
}

/** More are not read through; a part of the name finds them. */
const maxShown = 50

/** Who wrote it: oneself, who is in the conversation, or any colleague, by a part of the name. */
function PersonField({ conversation, chosen, onChange }: PersonFieldProps) {
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
    <LazySelect
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

type Hit = {
  message: Message
  highlight: string
  conversation?: Pick<Conversation, 'id' | 'title' | 'type' | 'users'>
}

/** `isHere`: there was no answer from the server, so only what this device has kept was searched. */
type Page = { hits: Hit[]; isHere: boolean }

/** The messages that have the words, in one conversation or in all of one's own, the newest first. */
function useFound(wanted: Wanted, conversationId: number | undefined) {
  const userId = useUser()?.id
  const { dayOf } = useFormat()
  return useInfiniteQuery({
    queryKey: [...api.messaging.search.key, conversationId ?? 'all', wanted],
    enabled: wanted.q !== '',
    initialPageParam: 0,
    getNextPageParam: ({ hits, isHere }: Page, pages) =>
      !isHere && hits.length === searchPage ? pages.length * searchPage : undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, pageParam: offset }): Promise<Page> => {
      const asked = { ...wanted, ...(offset > 0 && { offset }) }
      try {
        const hits = await (conversationId === undefined
          ? api.messaging.searchAll(asked, { signal })
          : api.messaging.search({ id: conversationId, ...asked }, { signal }))
        return { hits, isHere: false }
      } catch (error) {
        const isNoAnswer = error instanceof RequestError && error.isPassing
        if (signal.aborted || userId === undefined || !isNoAnswer || offset > 0) throw error
        const { searchKept } = await import('../kept/keepMessages.ts')
        const kept = await searchKept(userId, wanted, { conversationId, dayOf })
        return { hits: kept.map(message => ({ message, highlight: message.message_text })), isHere: true }
      }
    },
  })
}
