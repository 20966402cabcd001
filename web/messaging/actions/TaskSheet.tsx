import { Box, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { MemberSelect } from '../../members/MemberSelect.tsx'
import type { Named } from '../../ui/fields/SearchSelect.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { tellDone } from '../../ui/toast.tsx'

/** Makes a task of what somebody wrote, due within a day. */
export function TaskSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const [title, setTitle] = useState(message.message_text.slice(0, 200))
  const [member, setMember] = useState<Named | undefined>(user ?? undefined)
  const create = useMutation({
    mutationFn: () => api.tasks.create({ title: title.trim(), assignees: member ? [{ user_id: member.id }] : [] }),
    onError: () => undefined,
    onSuccess: () => tellDone(t('tasks.assigned', { title: title.trim() })),
  })
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
          <Box mt="md">
            <MemberSelect label={t('tasks.person')} member={member} onChange={setMember} offeredFor="tasks" withSelf />
          </Box>
          {create.error && <ProblemText error={create.error} />}
          <SheetFooter>
            <Button
              loading={create.isPending}
              disabled={!title.trim() || !member}
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
