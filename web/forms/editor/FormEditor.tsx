/**
 * The page on which a form is edited: its name and state at the top, then its outline, its questions as they will look,
 * and the properties of the selected one. On phones outline and properties are sheets; everything is saved by itself.
 */

import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Form } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Canvas } from './canvas/Canvas.tsx'
import { Outline } from './canvas/Outline.tsx'
import { EditingProvider } from './EditingContext.tsx'
import { EditorsNotice, RestoredNotice, SaveConflictNotice, SavingNotice } from './EditorNotices.tsx'
import { EditorToolbar, type EditorView } from './EditorToolbar.tsx'
import styles from './FormEditor.module.css'
import { EditorHeader } from './FormHeader.tsx'
import { FormLanguageProvider } from './FormLanguage.tsx'
import { InsertSheet } from './library/InsertSheet.tsx'
import { MistakeList } from './MistakeList.tsx'
import { PropertiesPanel, PropertiesSheet } from './PropertiesPanel.tsx'
import { TrialDraft, trialOf } from './preview/TrialDraft.ts'
import { PicturesContext } from './properties/PictureField.tsx'
import { PicksContext, usePicks } from './several/picks.ts'
import { SeveralBar } from './several/SeveralBar.tsx'
import type { EditableForm } from './structure/content.ts'
import type { Selection } from './structure/editing.ts'
import type { ElementPlace } from './structure/structure.ts'
import { TranslationView } from './translations/TranslationView.tsx'
import { editorMark, useEditor, useEditorKeys } from './useEditor.ts'

const PhonePreview = lazyPart(() => import('./preview/PhonePreview.tsx').then(part => part.PhonePreview))

export function FormEditor({ form }: { form: EditableForm }) {
  const { state, dispatch, autosave, saving, mistakes, wasRestored } = useEditor(form)
  const [view, setView] = useState<EditorView>('form')
  const isPreview = view === 'preview'
  const [isSheetOpen, setSheetOpen] = useState(false)
  /** How often the mistakes were asked for; 0 while they are not shown. */
  const [asked, setAsked] = useState(0)
  const isWide = useMediaQuery('(min-width: 60.01em)', true, { getInitialValueInEffect: false })
  const [stepPlace, setStepPlace] = useState<HTMLElement | null>(null)
  const draft = useCanvasDraft(form, state.content.definition.default_language)
  useEditorKeys(dispatch)

  const goTo = useCallback(
    (selected: Selection, focus?: string) => {
      dispatch({ type: 'selected', selected, ...(focus !== undefined && { focus }) })
      if (!isWide) setSheetOpen(true)
      if (focus !== undefined) setView('form')
    },
    [dispatch, isWide],
  )
  const showMistakes = useCallback(() => setAsked(count => count + 1), [])
  const notices = useRef<HTMLDivElement>(null)
  const showProblem = useCallback(() => notices.current?.scrollIntoView({ block: 'center' }), [])
  const show = useCallback((wanted: EditorView) => setView(before => (before === wanted ? 'form' : wanted)), [])
  const picks = usePicks()
  const [insertPlace, insertAt] = useState<ElementPlace>()
  const ways = useMemo(() => ({ dispatch, goTo, insertAt }), [dispatch, goTo])
  // An empty form has nothing wrong with it until somebody has begun, or wants to publish it.
  const hasBegun = asked > 0 || state.past.length > 0 || form.version !== null || hasElements(state.content.definition)
  const shown = useMemo(() => ({ state, mistakes: hasBegun ? mistakes : [] }), [state, mistakes, hasBegun])

  return (
    <PicturesContext value={form}>
      <EditingProvider ways={ways} shown={shown}>
        <FormLanguageProvider language={state.language} draft={draft}>
          <PicksContext value={picks}>
            <EditorHeader form={form} autosave={autosave} stepPlace={stepPlace} onMistakes={showMistakes} />
            <div {...editorMark} className={styles.editor}>
              <div ref={notices} className={styles.notices}>
                <EditorsNotice form={form} />
                {wasRestored && <RestoredNotice form={form} />}
                <SavingNotice saving={saving} />
                {saving.conflict && (
                  <SaveConflictNotice conflict={saving.conflict} onSettled={() => autosave.resolve()} />
                )}
              </div>
              {asked > 0 && <MistakeList key={asked} onClose={() => setAsked(0)} />}
              <EditorToolbar
                saving={saving}
                view={view}
                onView={show}
                onMistakes={showMistakes}
                stepPlace={setStepPlace}
                onProblem={showProblem}
              />
              {view === 'translations' ? (
                <TranslationView />
              ) : (
                <div className={styles.columns}>
                  <Outline />
                  {(isWide || !isPreview) && (
                    <div className={styles.middle}>
                      <Canvas />
                      {picks.isPicking && <SeveralBar />}
                    </div>
                  )}
                  {(isWide || isPreview) && (
                    <div className={styles.side}>{isPreview ? <PhonePreview form={form} /> : <PropertiesPanel />}</div>
                  )}
                </div>
              )}
              {!isWide && isSheetOpen && <PropertiesSheet saving={saving} onClosed={() => setSheetOpen(false)} />}
              {insertPlace && <InsertSheet place={insertPlace} formId={form.id} onClosed={() => insertAt(undefined)} />}
              <VisuallyHidden role="status">{state.said}</VisuallyHidden>
            </div>
          </PicksContext>
        </FormLanguageProvider>
      </EditingProvider>
    </PicturesContext>
  )
}

const hasElements = ({ sections }: Definition) => sections.some(({ questions }) => questions.length > 0)

/**
 * What the unanswered questions of the canvas are part of. It knows the form's language and nothing that changes while
 * one types.
 */
function useCanvasDraft({ id, company_id }: Form, language: Locale): TrialDraft {
  return useMemo(() => {
    const entry = trialOf({ id, company_id, name: {} })
    return new TrialDraft(entry, { schema: 1, default_language: language, sections: [] })
  }, [id, company_id, language])
}
