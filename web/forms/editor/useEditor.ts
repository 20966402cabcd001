import { useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { api } from '../../api.ts'
import { useAutosave } from '../../lib/Autosave.ts'
import { useUser } from '../../lib/session/session.ts'
import { formAutosave, storedForm } from './saving/formAutosave.ts'
import { contentOf, type EditableForm, type FormContent, isSame } from './structure/content.ts'
import { beginEditing, type EditingAction, editing, type PlacedMistake, placedMistakes } from './structure/editing.ts'

/** Bodies above this are not accepted from a page that is going away. */
const maxParting = 60_000

/** A form that is being edited, from opening its page to leaving it: the state, its saving, and its mistakes. */
export function useEditor(form: EditableForm) {
  const { i18n } = useTranslation()
  const queries = useQueryClient()
  const userId = useUser()?.id ?? 0
  const [stored] = useState(() => storedForm(userId, form.id))
  const [start] = useState(() => {
    const content = contentOf(form)
    const copy = stored.read()
    return { wasRestored: copy !== null, copy: copy ?? { base: { content, revision: form.revision }, content } }
  })
  const [state, dispatch] = useReducer(editing, start.copy.content, content =>
    beginEditing(content, toLocale(i18n.language)),
  )
  const [autosave] = useState(() =>
    formAutosave(start.copy, {
      send: (changes, isLast) =>
        api.forms.update(
          { id: form.id, ...changes },
          { keepalive: isLast && JSON.stringify(changes).length < maxParting },
        ),
      keep: copy => void (copy ? stored.write(copy) : stored.remove()),
      onAnswer(answer: FormDetail) {
        queries.setQueryData(api.forms.get.query({ id: form.id }).queryKey, answer)
        queries.invalidateQueries({ queryKey: api.forms.list.key })
      },
      onRebased: merge => dispatch({ type: 'overtaken', merge }),
    }),
  )
  const saving = useSyncExternalStore(autosave.watch, autosave.state)

  useEffect(() => autosave.change(state.content), [autosave, state.content])
  useEffect(() => autosave.arrived(form), [autosave, form])
  useAutosave(autosave)

  const mistakes = useMistakes(state.content)
  return { state, dispatch, autosave, saving, mistakes, wasRestored: start.wasRestored }
}

/** The mistakes of the form, looked for when there is time; the same array while they are the same. */
function useMistakes(content: FormContent): PlacedMistake[] {
  const { definition } = useDeferredValue(content)
  const before = useRef<PlacedMistake[]>([])
  const mistakes = useMemo(() => {
    const found = placedMistakes(definition)
    return isSame(found, before.current) ? before.current : found
  }, [definition])
  useEffect(() => {
    before.current = mistakes
  }, [mistakes])
  return mistakes
}

/** Marks what belongs to the editor, its sheet included, which lies elsewhere in the document. */
export const editorMark = { 'data-editor': true }

/** Undo and redo by the usual keys, everywhere in the editor. */
export function useEditorKeys(dispatch: Dispatch<EditingAction>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target as HTMLElement
      const isHere = target === document.body || target.closest('[data-editor]') !== null
      if (!isHere || !(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      dispatch({ type: isRedo ? 'redone' : 'undone' })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [dispatch])
}
