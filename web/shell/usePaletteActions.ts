import { IconBook2, IconForms, IconLogout, IconPencilCheck, IconPlus, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { bestOf } from './bestOf.ts'
import type { Find } from './usePaletteFinds.ts'

/** The task's form opens over whatever page one is on. */
export const newTask = '#new-task'

/** What somebody can begin from anywhere, as far as they may. */
export function usePaletteActions(text: string): Find[] {
  const { t } = useTranslation()
  const can = useAbility()
  const isAtWork = useUser()?.company_id != null
  const all = [
    { href: newTask, label: t('tasks.add'), icon: IconPlus, may: isAtWork && can('create', 'Task') },
    { href: '/submission', label: t('shell.places.fillIn'), icon: IconPencilCheck, may: can('create', 'Submission') },
    { href: '/forms/new', label: t('forms.add'), icon: IconForms, may: isAtWork && can('create', 'Form') },
    { href: '/guides/create', label: t('guides.add'), icon: IconBook2, may: isAtWork && can('create', 'Guide') },
    { href: '/company/users', label: t('invites.invite'), icon: IconUsers, may: isAtWork && can('create', 'Invite') },
    { href: '/auth/logout', label: t('shell.logout'), icon: IconLogout, may: true },
  ].filter(({ may }) => may)
  const wanted = text.trim() ? bestOf(all, text, ({ label }) => [label]) : all.slice(0, 3)
  return wanted.map(({ href, label, icon }) => ({ id: `do ${href}`, label, href, icon }))
}
