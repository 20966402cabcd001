import { Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '#shared/notifications/contract.ts'
import { api } from '../../api.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import { tellDone, tellProblem } from '../../ui/toast.tsx'

const ends = ['day', 'week', 'good'] as const
type End = (typeof ends)[number]
const days = { day: 1, week: 7 }

const untilOf = (end: End): string | null =>
  end === 'good' ? null : new Date(Date.now() + days[end] * 86_400_000).toISOString()

/** What can be muted of a notice, and until when. */
export function MuteChoices({ notice, children }: { notice: Notification; children: ReactNode }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ what, end }: { what: 'thing' | 'person'; end: End }) =>
      api.notices.mute({ notice_id: notice.id, what, until: untilOf(end) }),
    onSuccess: () => tellDone(t('notifications.muted')),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.key }),
  })
  const whats = notice.by ? (['thing', 'person'] as const) : (['thing'] as const)
  return (
    <Menu {...useOpening()}>
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        {whats.map(what => (
          <Fragment key={what}>
            <Menu.Label>
              <bdi>{what === 'person' ? notice.by?.name : t('notifications.mutes.thing')}</bdi>
            </Menu.Label>
            {ends.map(end => (
              <Menu.Item key={end} onClick={() => mutate({ what, end })}>
                {t(`notifications.mutes.ends.${end}`)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </MenuList>
    </Menu>
  )
}
