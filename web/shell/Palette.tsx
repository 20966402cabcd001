import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconBook2,
  IconCamera,
  IconChartHistogram,
  IconForms,
  IconHelp,
  IconLogout,
  IconMessages,
  IconPencilCheck,
  IconPlus,
  IconSearch,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { NewConversation } from '../messaging/sheets/NewConversation.tsx'
import { registerIcons } from '../subjects/registerIcons.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { bestOf } from './bestOf.ts'
import { HelpSheet } from './help/HelpSheet.tsx'
import { useNavigation } from './navigation/navigation.ts'
import styles from './Palette.module.css'
import { type Find, usePaletteFinds } from './usePaletteFinds.ts'

const [store, spotlight] = createSpotlight()

/** Adds something in a sheet over the page that is open, by the name of its wish. */
const sheets = {
  '#problem': lazyPart(() => import('../filling/report/ReportSheet.tsx').then(part => part.ReportSheet)),
  '#task': lazyPart(() => import('../tasks/form/TaskForm.tsx').then(part => part.TaskForm)),
  '#animal': lazyPart(() => import('../animals/AnimalForm.tsx').then(part => part.AnimalForm)),
  '#group': lazyPart(() => import('../animal-groups/AnimalGroupForm.tsx').then(part => part.AnimalGroupForm)),
  '#location': lazyPart(() => import('../locations/LocationForm.tsx').then(part => part.LocationForm)),
  '#vehicle': lazyPart(() => import('../vehicles/VehicleForm.tsx').then(part => part.VehicleForm)),
  '#report': lazyPart(() => import('../reports/editor/ReportForm.tsx').then(part => part.ReportForm)),
}

type Sheet = keyof typeof sheets | typeof conversation
const conversation = '#conversation'
const isSheet = (href: string): href is Sheet => href === conversation || href in sheets

/** Type where you want to go, what you look for, or what you want to do. Each wish opens it, or the help, once. */
export function Palette({ wish }: { wish: { for: 'find' | 'help' } }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [adding, setAdding] = useState<Sheet>()
  const [isHelping, setHelping] = useState(false)
  const groups = useNavigation()
  const finds = usePaletteFinds(text)
  const actions = usePaletteActions(text)

  useEffect(() => {
    if (wish.for === 'help') setHelping(true)
    else spotlight.open()
  }, [wish])

  // Late results move the others: the keys go on from the marked one.
  useEffect(() => {
    const list = document.getElementById(store.getState().listId)
    const marked = [...(list?.querySelectorAll('[data-action]') ?? [])].findIndex(
      one => 'selected' in (one as HTMLElement).dataset,
    )
    if (marked >= 0) store.updateState(state => ({ ...state, selected: marked }))
  })

  const open = (href: string) => {
    if (isSheet(href)) setAdding(href)
    else if (href === help) setHelping(true)
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
        store={store}
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
      {adding === conversation ? (
        <NewConversation
          onClosed={() => setAdding(undefined)}
          onOpen={search => void navigate({ to: '/messaging', search: search as never })}
        />
      ) : (
        adding && <Adding sheet={adding} onClosed={() => setAdding(undefined)} />
      )}
      {isHelping && <HelpSheet onClosed={() => setHelping(false)} />}
    </>
  )
}

function Adding({ sheet, onClosed }: { sheet: keyof typeof sheets; onClosed: () => void }) {
  const Form = sheets[sheet]
  return <Form onClosed={onClosed} />
}

const help = '#help'

/** What somebody can begin from anywhere, as far as they may. */
function usePaletteActions(text: string): Find[] {
  const { t } = useTranslation()
  const can = useAbility()
  const isAtWork = useUser()?.company_id != null
  const mayAdd = (subject: string) => isAtWork && can('create', subject)
  const all = [
    { href: '#task', label: t('tasks.add'), icon: IconPlus, may: mayAdd('Task') },
    { href: '#problem', label: t('filling.report.title'), icon: IconCamera, may: mayAdd('Submission') },
    { href: '/submission', label: t('shell.places.fillIn'), icon: IconPencilCheck, may: can('create', 'Submission') },
    { href: '/forms/new', label: t('forms.add'), icon: IconForms, may: mayAdd('Form') },
    { href: '/guides/create#new', label: t('guides.add'), icon: IconBook2, may: mayAdd('Guide') },
    { href: conversation, label: t('messaging.new'), icon: IconMessages, may: mayAdd('Conversation') },
    { href: '#animal', label: t('animals.add'), icon: registerIcons.animal, may: mayAdd('Animal') },
    { href: '#group', label: t('animalGroups.add'), icon: registerIcons.animal_group, may: mayAdd('AnimalGroup') },
    { href: '#location', label: t('locations.add'), icon: registerIcons.location, may: mayAdd('Location') },
    { href: '#vehicle', label: t('vehicles.add'), icon: registerIcons.vehicle, may: mayAdd('Vehicle') },
    { href: '#report', label: t('reports.add'), icon: IconChartHistogram, may: mayAdd('Report') },
    { href: '/company/roles/new', label: t('roles.add'), icon: IconShieldCheck, may: mayAdd('Role') },
    { href: '/company/users', label: t('invites.invite'), icon: IconUsers, may: mayAdd('Invite') },
    { href: help, label: t('help.title'), icon: IconHelp, may: true },
    { href: '/auth/logout', label: t('shell.logout'), icon: IconLogout, may: true },
  ].filter(({ may }) => may)
  // What adds is found by "new" and "add", whichever of the two its name has.
  const textsOf = ({ href, label }: { href: string; label: string }) =>
    /^#(?!help|problem)|new$/.test(href) ? [label, t('shell.adding')] : [label]
  const wanted = text.trim() ? bestOf(all, text, textsOf, all.length) : all.slice(0, 3)
  return wanted.map(({ href, label, icon }) => ({ id: `do ${href}`, label, href, icon }))
}
