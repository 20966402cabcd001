import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '#shared/messaging/shapes.ts'
import { useUser } from '../../lib/session/session.ts'
import { tasksApi } from '../../tasks/api.ts'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { tellDone } from '../../ui/toast.tsx'
import { useColleagues } from '../presence.ts'

/** Makes a task of what somebody wrote, due within a day. */
export function TaskSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const colleagues = useColleagues()
  const [title, setTitle] = useState(message.message_text.slice(0, 200))
  const [userId, setUserId] = useState(user?.id ?? 0)
  const create = useMutation({
    mutationFn: () => tasksApi.create({ title: title.trim(), assignees: [{ user_id: userId }] }),
    onError: () => undefined,
    onSuccess: () => tellDone(t('tasks.assigned', { title: title.trim() })),
  })
  const people = [{ id: user?.id ?? 0, name: user?.name ?? '' }, ...colleagues]
  return (
    <SideSheet title={t('messaging.makeTask')} onClosed={onClosed}>
      {close => (
        <>
          <TextInput
            label={t('tasks.what')}
            required
            maxLength={200}
            value={title}
            onChange={event => setTitle(event.currentTarget.value)}
          />
          <NativeSelect
            mt="md"
            label={t('tasks.person')}
            value={String(userId)}
            onChange={event => setUserId(Number(event.currentTarget.value))}
            data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          {create.error && <ProblemText error={create.error} />}
          <SheetFooter>
            <Button
              loading={create.isPending}
              disabled={!title.trim()}
              onClick={() => create.mutate(undefined, { onSuccess: close })}
            >
              {t('messaging.makeTask')}
            </Button>
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}
