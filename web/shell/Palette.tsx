import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import {
  IconBook2,
  IconCamera,
  IconForms,
  IconLogout,
  IconPencilCheck,
  IconPlus,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { bestOf } from './bestOf.ts'
import { useNavigation } from './navigation/navigation.ts'
import styles from './Palette.module.css'
import { type Find, usePaletteFinds } from './usePaletteFinds.ts'

const ReportSheet = lazyPart(() => import('../filling/report/ReportSheet.tsx').then(part => part.ReportSheet))
const TaskForm = lazyPart(() => import('../tasks/form/TaskForm.tsx').then(part => part.TaskForm))

/** Type where you want to go, what you look for, or what you want to do. Each wish opens it once. */
export function Palette({ wishes }: { wishes: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const groups = useNavigation()
  const finds = usePaletteFinds(text)
  const actions = usePaletteActions(text)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another wish is what opens it again
  useEffect(() => spotlight.open(), [wishes])

  const open = (href: string) => {
    if (href === newTask) setAdding(true)
    else if (href === newReport) setReporting(true)
    // Signing out leaves the app.
    else if (href.startsWith('/auth/')) location.assign(href)
    else navigate({ href })
  }
  const offer = ({ id, label, detail, href, icon: Icon }: Find) => ({
    id,
    label,
    ...(detail && { description: detail }),
    leftSection: <Icon size={20} />,
    onClick: () => open(href),
  })
  const places = groups.map(group => ({
    group: t(`shell.groups.${group.name}`),
    finds: group.items.map(({ to, name, icon }) => ({ id: to, label: t(`shell.places.${name}`), href: to, icon })),
  }))
  const found = places
    .map(({ group, finds }) => ({ group, finds: text.trim() ? bestOf(finds, text, ({ label }) => [label]) : finds }))
    .filter(({ finds }) => finds.length > 0)
  return (
    <>
      <Spotlight
        shortcut={null}
        scrollable
        maxHeight="60vh"
        overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
        classNames={{ actionsGroup: styles.group, actionLabel: styles.name, search: styles.search }}
        nothingFound={t('shell.nothingFound')}
        query={text}
        onQueryChange={setText}
        // What fits was chosen already.
        filter={(_, offers) => offers}
        searchProps={{
          'aria-label': t('shell.goTo'),
          placeholder: t('shell.find'),
          leftSection: <IconSearch size={20} />,
        }}
        actions={[...finds, { group: t('shell.actions'), finds: actions }, ...found]
          .filter(({ finds }) => finds.length > 0)
          .map(({ group, finds }) => ({ group, actions: finds.map(offer) }))}
      />
      {isAdding && <TaskForm onClosed={() => setAdding(false)} />}
      {isReporting && <ReportSheet onClosed={() => setReporting(false)} />}
    </>
  )
}

/** The task's form opens over the present page. */
const newTask = '#new-task'
const newReport = '#report'

/** What somebody can begin from anywhere, as far as they may. */
function usePaletteActions(text: string): Find[] {
  const { t } = useTranslation()
  const can = useAbility()
  const isAtWork = useUser()?.company_id != null
  const all = [
    { href: newTask, label: t('tasks.add'), icon: IconPlus, may: isAtWork && can('create', 'Task') },
    {
      href: newReport,
      label: t('filling.report.title'),
      icon: IconCamera,
      may: isAtWork && can('create', 'Submission'),
    },
    { href: '/submission', label: t('shell.places.fillIn'), icon: IconPencilCheck, may: can('create', 'Submission') },
    { href: '/forms/new', label: t('forms.add'), icon: IconForms, may: isAtWork && can('create', 'Form') },
    { href: '/guides/create#new', label: t('guides.add'), icon: IconBook2, may: isAtWork && can('create', 'Guide') },
    { href: '/company/users', label: t('invites.invite'), icon: IconUsers, may: isAtWork && can('create', 'Invite') },
    { href: '/auth/logout', label: t('shell.logout'), icon: IconLogout, may: true },
  ].filter(({ may }) => may)
  const wanted = text.trim() ? bestOf(all, text, ({ label }) => [label]) : all.slice(0, 3)
  return wanted.map(({ href, label, icon }) => ({ id: `do ${href}`, label, href, icon }))
}
