import { Accordion, Button } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import styles from './HelpSheet.module.css'

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
export function HelpSheet({ onClosed }: { onClosed: () => void }) {
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
