import { Button, Group, NativeSelect } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceMobile,
  IconLanguage,
  IconListCheck,
} from '@tabler/icons-react'
import { memo, use, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { useFormat } from '../../lib/format.ts'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import { useShown, useWays } from './EditingContext.tsx'
import styles from './FormEditor.module.css'
import type { FormSaveState } from './saving/formAutosave.ts'
import { PicksContext } from './several/picks.ts'
import { coverageOf } from './translations/translatable.ts'

/** View of the form: with its properties, as on a phone, or with texts in two languages. */
export type EditorView = 'form' | 'preview' | 'translations'

type Props = {
  saving: FormSaveState
  view: EditorView
  /** Shows this view, or the form again. */
  onView: (view: EditorView) => void
  onMistakes: () => void
  /** Takes the place of the step that comes next, which the head of the page fills. */
  stepPlace: (place: HTMLElement | null) => void
  /** Shows why something is not saved. */
  onProblem: () => void
}

/**
 * What belongs to the whole form while one edits it: the way back, the language, how it looks on a phone, and that it
 * is saved.
 */
export const EditorToolbar = memo(function EditorToolbar(props: Props) {
  const { saving, view, onView, onMistakes, onProblem, stepPlace } = props
  const { t } = useTranslation()
  const { dispatch } = useWays()
  const { state, mistakes } = useShown()
  const { isPicking, start, end } = use(PicksContext)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('formEditor.editing')}>
      <Group gap="xs">
        <Button
          {...tool}
          leftSection={<IconArrowBackUp size={20} className={styles.way} />}
          disabled={state.past.length === 0}
          aria-keyshortcuts="Control+Z"
          aria-label={t('common.undo')}
          title={t('common.undo')}
          onClick={() => dispatch({ type: 'undone' })}
        >
          <span className={styles.word}>{t('common.undo')}</span>
        </Button>
        <Button
          {...tool}
          leftSection={<IconArrowForwardUp size={20} className={styles.way} />}
          disabled={state.future.length === 0}
          aria-keyshortcuts="Control+Shift+Z"
          aria-label={t('formEditor.redo')}
          title={t('formEditor.redo')}
          onClick={() => dispatch({ type: 'redone' })}
        >
          <span className={styles.word}>{t('formEditor.redo')}</span>
        </Button>
      </Group>
      <div className={styles.language}>
        <LanguageChoice />
      </div>
      <Button
        {...tool}
        leftSection={<IconDeviceMobile size={20} />}
        aria-pressed={view === 'preview'}
        onClick={() => onView('preview')}
      >
        {t('formEditor.preview')}
      </Button>
      <Button
        {...tool}
        leftSection={<IconLanguage size={20} />}
        aria-pressed={view === 'translations'}
        onClick={() => onView('translations')}
      >
        {t('formEditor.translations')}
      </Button>
      {view !== 'translations' && (
        <Button
          {...tool}
          leftSection={<IconListCheck size={20} />}
          aria-pressed={isPicking}
          onClick={isPicking ? end : start}
        >
          {t('formEditor.several.start')}
        </Button>
      )}
      {mistakes.length > 0 && (
        <Button
          {...tool}
          leftSection={<IconAlertTriangle size={20} className={styles.mistakes} />}
          onClick={onMistakes}
        >
          {t('formEditor.mistakeCount', { count: mistakes.length })}
        </Button>
      )}
      <span className={styles.editorToolbarSaved}>
        {saving.problem ? (
          <Button
            {...tool}
            leftSection={<IconAlertTriangle size={20} className={styles.mistakes} />}
            onClick={onProblem}
          >
            {t('formEditor.notSaved')}
          </Button>
        ) : (
          <SavedIndicator savedAt={saving.savedAt} isSaving={saving.isSaving} />
        )}
      </span>
      <span ref={stepPlace} className={styles.step} />
    </div>
  )
})

const tool = { variant: 'default', size: 'sm' } as const

/** The language in which the form is read and written, with how much of it each one has. */
export function LanguageChoice() {
  const { t } = useTranslation()
  const format = useFormat()
  const { dispatch } = useWays()
  const { state } = useShown()
  const content = useDeferredValue(state.content)
  const coverage = useMemo(() => coverageOf(content), [content])
  return (
    <NativeSelect
      size="sm"
      aria-label={t('formEditor.textLanguage')}
      value={state.language}
      data={languages.map(({ locale, name }) => ({
        value: locale,
        // Rounded down: only what is whole is 100 %.
        label: t('formEditor.coverage', {
          language: name,
          percent: format.percent(Math.floor(coverage[locale] * 100) / 100),
        }),
      }))}
      onChange={event => dispatch({ type: 'languageChosen', language: toLocale(event.currentTarget.value) })}
    />
  )
}
