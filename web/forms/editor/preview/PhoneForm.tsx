/**
 * A form on a phone, to try: drawn by the very screens of filling in, with its pages, conditions, rows and
 * calculations, down to its end. Answers given here are kept nowhere.
 */
import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { Locale } from '#shared/lib/language.ts'
import { anchorOf, focusAnswer } from '../../../answers/draft/pages.ts'
import { FormContextSnapshot } from '../../../filling/draft/FormContextSnapshot.ts'
import { WantedAnchorProvider } from '../../../filling/pages/Anchors.tsx'
import type { QuestionLinkProps } from '../../../filling/pages/FillingLinks.tsx'
import { SectionView } from '../../../filling/pages/PageView.tsx'
import { AnsweredBar } from '../../../filling/pages/SectionList.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session/session.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { FormLanguageProvider, InFormLanguage } from '../FormLanguage.tsx'
import styles from './PhonePreview.module.css'
import { TrialDraft, trialOf } from './TrialDraft.ts'

const EndOfForm = lazyPart(() => import('../../../filling/pages/EndOfForm.tsx').then(part => part.EndOfForm))

type Tried = Pick<Form, 'id' | 'company_id' | 'name'>
type AtEnd = ComponentType<{ draft: TrialDraft }>

type Props = {
  /** The form to try; a template has no id yet. */
  form: Tried
  definition: Definition
  name: string
  language: Locale
  /** The element whose page is shown. */
  selected?: string
  /** Follows the form's end. */
  Outcome?: AtEnd
  /** Follows the phone. */
  Below?: AtEnd
}

export function PhoneForm({ form, definition, name, language, selected = '', Outcome, Below }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const screen = useRef<HTMLDivElement>(null)
  const { draft, beginAgain } = useTrial(form, definition, language)
  const { step, pages, anchor, turn, jump, restart } = useTrialSteps(draft, selected, screen)
  const page = pages[step]

  return (
    <section className={styles.preview} aria-label={t('formEditor.preview')}>
      <FormLanguageProvider language={language} draft={draft}>
        <form className={styles.phone} onSubmit={event => event.preventDefault()}>
          <InFormLanguage>
            <div className={styles.head}>
              <p className={styles.name}>{name}</p>
              <AnsweredBar />
            </div>
          </InFormLanguage>
          <div ref={screen} className={styles.screen}>
            <JumpProvider jump={jump}>
              <InFormLanguage>
                <WantedAnchorProvider anchor={anchor}>
                  {page ? (
                    page.sections.map(section => <SectionView key={section.id} section={section} isWhole={false} />)
                  ) : (
                    <EndOfForm Link={TrialLink} />
                  )}
                </WantedAnchorProvider>
              </InFormLanguage>
              {!page && Outcome && <Outcome draft={draft} />}
            </JumpProvider>
          </div>
          <Group justify="space-between" gap="xs" className={styles.steps}>
            <Step
              icon={<IconArrowLeft size={18} className={styles.arrow} />}
              isOff={step <= 0}
              onClick={() => turn(-1)}
            >
              {t('formEditor.previous')}
            </Step>
            <span className="tabular">
              {page
                ? t('formEditor.stepOf', { number: format.number(step + 1), count: format.number(pages.length) })
                : t('filling.end')}
            </span>
            {page ? (
              <Button
                variant="default"
                size="sm"
                rightSection={<IconArrowRight size={18} className={styles.arrow} />}
                onClick={() => turn(1)}
              >
                {step === pages.length - 1 ? t('filling.toEnd') : t('formEditor.next')}
              </Button>
            ) : (
              <Step
                icon={<IconRefresh size={18} />}
                onClick={() => {
                  beginAgain()
                  restart()
                }}
              >
                {t('formEditor.trial.again')}
              </Step>
            )}
          </Group>
        </form>
      </FormLanguageProvider>
      {Below && <Below draft={draft} />}
      <p className={styles.note}>{t('formEditor.previewText')}</p>
    </section>
  )
}

type StepProps = { icon: ReactNode; isOff?: boolean; onClick: () => void; children: ReactNode }

const Step = ({ icon, isOff = false, onClick, children }: StepProps) => (
  <Button variant="default" size="sm" leftSection={icon} disabled={isOff} onClick={onClick}>
    {children}
  </Button>
)

/**
 * A trial whose answers stay while the form is changed, until it is restarted. It knows what the author would know when
 * filling it in; late context goes into the running trial.
 */
function useTrial(form: Tried, definition: Definition, language: Locale) {
  const [round, setRound] = useState(() => ({ entry: trialOf(form) }))
  const user = useUser()
  const here = new FormContextSnapshot({ ...round.entry, user_id: user?.id ?? 0 }, definition)
  const { data: around } = useQuery({
    // By what the form asks for, and not by how it continues being written.
    queryKey: ['trial', form.id, user?.id, round.entry.created_at, here.asks],
    queryFn: () => here.context(),
    // Nobody has answered a template before.
    enabled: here.asks !== '' && form.id > 0,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  const before = useRef<TrialDraft>(undefined)
  const draft = useMemo(() => {
    const { entry } = round
    const last = before.current?.entry === entry ? before.current : undefined
    const now = wallClock(new Date())
    const known = {
      started_at: wallClock(new Date(entry.created_at)),
      ...(user && { user_id: String(user.id), user_name: user.name, ...(user.email && { user_email: user.email }) }),
    }
    return new TrialDraft(entry, definition, { known, ...around, now, language }, last)
  }, [round, definition, language, user, around])
  useEffect(() => {
    before.current = draft
  }, [draft])
  return { draft, beginAgain: () => setRound({ entry: trialOf(form) }) }
}

// Where somebody is in a test fill: one page at a time, first the one that is edited, and its end after the last.

/** `key` names a question to show; with `takesFocus` the keyboard goes there, or to the top of the page. */
type Place = { step: number; key?: string; takesFocus: boolean }

function useTrialSteps(draft: TrialDraft, selected: string, screen: RefObject<HTMLElement | null>) {
  const pages = useSyncExternalStore(draft.watch, draft.pages)
  const stepOf = (key: string) => {
    const { form } = draft.state
    const section = (draft.state.instance(key)?.part ?? form.byId.get(key))?.section.id
    return pages.findIndex(({ sections }) => sections.some(({ id }) => id === section))
  }
  const [place, setPlace] = useState<Place>(() => ({
    step: Math.max(0, stepOf(selected)),
    key: selected,
    takesFocus: false,
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: only choosing something else leads to another page
  useEffect(() => {
    const step = stepOf(selected)
    if (step >= 0) setPlace({ step, key: selected, takesFocus: false })
  }, [selected])

  useEffect(() => {
    const box = screen.current
    if (!box) return
    if (place.key !== undefined) return whenInPage(box, place)
    const heading = box.querySelector<HTMLElement>('h2')
    if (heading && place.takesFocus) {
      reveal(box, heading)
      heading.focus({ preventScroll: true })
    }
  }, [place, screen])

  const step = Math.min(place.step, pages.length)
  return {
    step,
    pages,
    /** It tells rows which of them to open. */
    anchor: place.takesFocus && place.key !== undefined ? anchorOf(place.key) : '',
    turn: (by: 1 | -1) => setPlace({ step: step + by, takesFocus: true }),
    jump: (key: string) => setPlace({ step: Math.max(0, stepOf(key)), key, takesFocus: true }),
    restart: () => setPlace({ step: 0, takesFocus: true }),
  }
}

/** Shows a question. One that takes the keyboard may have to be drawn first: its row opens a moment later. */
function whenInPage(box: HTMLElement, { key = '', takesFocus }: Place): (() => void) | undefined {
  function show(): boolean {
    const element = document.getElementById(anchorOf(key))
    if (!element) return false
    reveal(box, element)
    if (takesFocus) focusAnswer(element)
    return true
  }
  if (show() || !takesFocus) return undefined
  const observer = new MutationObserver(() => {
    if (show()) observer.disconnect()
  })
  observer.observe(box, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Scrolls within the phone, and leaves the page around it where it is; on a phone itself the page is what scrolls. */
function reveal(box: HTMLElement, element: HTMLElement): void {
  const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top
  if (getComputedStyle(box).overflowY === 'visible') element.scrollIntoView({ block: 'start' })
  else box.scrollTo({ top: box.scrollTop + top - 16 })
}

const JumpContext = createContext<(key: string) => void>(() => undefined)

/** Says how one gets to a question of the trial. */
function JumpProvider({ jump, children }: { jump: (key: string) => void; children: ReactNode }) {
  return <JumpContext value={jump}>{children}</JumpContext>
}

/** Leads to a question of the trial, as a link does where a form has an address. */
function TrialLink({ at, className = '', children }: QuestionLinkProps) {
  const jump = useContext(JumpContext)
  return (
    <button type="button" className={`${styles.link} ${className}`} onClick={() => jump(at)}>
      {children}
    </button>
  )
}
