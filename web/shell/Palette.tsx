import '@mantine/spotlight/styles.layer.css'
import { Accordion, Button } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconBook2,
  IconCamera,
  IconChartHistogram,
  IconForms,
  IconHelp,
  IconLogout,
  IconMessageQuestion,
  IconMessages,
  IconPencilCheck,
  IconPlus,
  IconSearch,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { NewConversation } from '../messaging/sheets/NewConversation.tsx'
import { registerIcons } from '../subjects/registerIcons.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { bestOf } from './bestOf.ts'
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

/** Short guides to tend, each for those who may do what it is about, with a ready guide that says more. */
const guides = [
  { name: 'fillIn', about: ['create', 'Submission'] },
  { name: 'tasks', about: ['read', 'SentTask'] },
  { name: 'offline', about: ['create', 'Submission'], ready: 'filling-offline' },
  { name: 'findings', about: ['read', 'Finding'] },
  { name: 'giveTasks', about: ['create', 'Task'] },
  { name: 'forms', about: ['create', 'Form'], ready: 'building-a-form' },
  { name: 'registers', about: ['create', 'Animal'] },
  { name: 'people', about: ['create', 'Invite'], ready: 'first-week' },
  { name: 'reports', about: ['create', 'Report'] },
  { name: 'messages', about: ['create', 'Conversation'] },
] as const

/** Keys that do something; they are the same in every language. */
const keys = [
  { keys: ['Ctrl', 'K'], name: 'find' },
  { keys: ['?'], name: 'help' },
  { keys: ['Esc'], name: 'close' },
  { keys: ['Enter'], name: 'send' },
  { keys: ['Shift', 'Enter'], name: 'line' },
  { keys: ['Ctrl', 'Z'], name: 'undo' },
] as const

/** Help with tend itself: short guides, the keys, and whom to write to. */
function HelpSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const can = useAbility()
  const shown = guides.filter(({ about: [action, subject] }) => can(action, subject))
  return (
    <SideSheet title={t('help.title')} onClosed={onClosed}>
      {close => (
        <div className={styles.help}>
          {shown.length > 0 && (
            <section>
              <h2 className={styles.heading}>{t('help.guides')}</h2>
              <Accordion chevronPosition="left">
                {shown.map(({ name, ...more }) => (
                  <Accordion.Item key={name} value={name}>
                    <Accordion.Control>{t(`help.topics.${name}.title`)}</Accordion.Control>
                    <Accordion.Panel>
                      <p className={styles.text}>{t(`help.topics.${name}.text`)}</p>
                      {'ready' in more && can('create', 'Guide') && (
                        <Link to="/guides/ready" hash={more.ready} onClick={close}>
                          {t('help.readyGuide')}
                        </Link>
                      )}
                    </Accordion.Panel>
                  </Accordion.Item>
                ))}
              </Accordion>
            </section>
          )}
          <section className={styles.keys}>
            <h2 className={styles.heading}>{t('help.keys')}</h2>
            <dl className={styles.list}>
              {keys.map(({ keys, name }) => (
                <div key={name} className={styles.line}>
                  <dt dir="ltr">
                    {keys.map(key => (
                      <kbd key={key} className={styles.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd className={styles.meaning}>{t(`help.keyNames.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
          <Support onOpened={close} />
        </div>
      )}
    </SideSheet>
  )
}

/** Managers write to the support line; everybody else is told whom to ask. */
function Support({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isOffered = useAbility()('create', 'SupportConversation')
  const open = useMutation({
    mutationFn: () => api.messaging.create({ type: 'support' }),
    onSuccess({ id }) {
      void navigate({ to: '/messaging', search: { conversation: id } as never })
      onOpened()
    },
  })
  return (
    <section>
      <h2 className={styles.heading}>{t('help.more')}</h2>
      {isOffered ? (
        <>
          <p className={styles.text}>{t('help.supportText')}</p>
          <Button
            variant="default"
            leftSection={<IconMessageQuestion size={20} />}
            loading={open.isPending}
            onClick={() => open.mutate()}
          >
            {t('help.support')}
          </Button>
          {open.error && <ProblemText error={open.error} />}
        </>
      ) : (
        <p className={styles.text}>{t('help.askManager')}</p>
      )}
    </section>
  )
}
