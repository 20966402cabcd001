import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { messaging } from '#shared/messaging/contract.ts'
import { maxTitleLength } from '#shared/messaging/rules.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { queryClient } from '../../lib/queryClient.ts'
import { RequestError } from '../../lib/requestError.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { tellDone } from '../../ui/toast.tsx'
import { type MessagingSearch, useColleaguesNamed, useOnline } from '../conversations.ts'
import styles from './Sheets.module.css'

type Props = { onClosed: () => void; onOpen: (search: MessagingSearch) => void }

/** Begins a conversation: with one person, who is written to at once, or a group with a title. */
export function NewConversation({ onClosed, onOpen }: Props) {
  const { t } = useTranslation()
  const [type, setType] = useState<'private' | 'group'>('private')
  const [title, setTitle] = useState('')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number[]>([])
  const [faults, setFaults] = useState<string[]>([])
  const online = useOnline()
  const asksSupport = useAbility()('create', 'SupportConversation')
  const people = useColleaguesNamed(search)
  const create = useMutation({
    mutationFn: (input: InputOf<typeof messaging.create>) => api.messaging.create(input),
    onError: () => undefined,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: api.messaging.list.key })
      onOpen({ conversation: id })
      await tellDone(t('messaging.created'))
    },
  })
  const titleFault = create.error instanceof RequestError && create.error.errors.title?.join(' ')
  const begin = () => {
    const missing = [
      ...(title.trim() ? [] : [t('messaging.titleNeeded')]),
      ...(chosen.length > 0 ? [] : [t('messaging.personNeeded')]),
    ]
    setFaults(missing)
    if (missing.length > 0) return
    create.mutate({ type: 'group', title: title.trim(), user_ids: chosen }, { onSuccess: onClosed })
  }
  return (
    <SideSheet title={t('messaging.new')} onClosed={onClosed} hasUnsaved={title !== '' || chosen.length > 0}>
      {() => (
        <>
          <div className={styles.section}>
            <SegmentedControl
              value={type}
              onChange={value => setType(value as typeof type)}
              data={[
                { value: 'private', label: t('messaging.private') },
                { value: 'group', label: t('messaging.group') },
              ]}
            />
            {type === 'group' && (
              <TextInput
                label={t('messaging.groupTitle')}
                required
                maxLength={maxTitleLength}
                error={titleFault}
                value={title}
                onChange={event => setTitle(event.currentTarget.value)}
              />
            )}
            <TextInput
              label={t('messaging.people')}
              value={search}
              onChange={event => setSearch(event.currentTarget.value)}
            />
            {faults.map(fault => (
              <p key={fault} role="alert" className={styles.fault}>
                {fault}
              </p>
            ))}
            {create.error && !titleFault && <ProblemText error={create.error} />}
          </div>
          <ul className={styles.people}>
            {people.map(({ id, name, avatar }) => (
              <li key={id} className={styles.person}>
                <PersonAvatar name={name} avatar={avatar} size={36} />
                <span className={styles.name}>
                  <bdi>{name}</bdi>
                  {online.has(id) && <span className={styles.dimmed}> · {t('messaging.online')}</span>}
                </span>
                {type === 'private' ? (
                  <Button
                    variant="default"
                    aria-label={`${t('messaging.begin')}${t('common.colon')} ${name}`}
                    onClick={() => create.mutate({ type: 'private', user_ids: [id] }, { onSuccess: onClosed })}
                  >
                    {t('messaging.begin')}
                  </Button>
                ) : (
                  <Checkbox
                    aria-label={name}
                    checked={chosen.includes(id)}
                    onChange={() =>
                      setChosen(before => (before.includes(id) ? before.filter(one => one !== id) : [...before, id]))
                    }
                  />
                )}
              </li>
            ))}
          </ul>
          {type === 'private' && asksSupport && (
            <Button variant="subtle" onClick={() => create.mutate({ type: 'support' }, { onSuccess: onClosed })}>
              {t('messaging.supportChat')}
            </Button>
          )}
          {type === 'group' && (
            <SheetFooter>
              <Button loading={create.isPending} onClick={begin}>
                {t('messaging.begin')}
              </Button>
            </SheetFooter>
          )}
        </>
      )}
    </SideSheet>
  )
}
