import { type Dispatch, useEffect } from 'react'
import type { EditingAction } from './structure/editing.ts'

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
