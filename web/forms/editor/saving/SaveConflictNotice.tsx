import { textIn } from '#shared/lib/localizedText.ts'
import { ConflictNotice } from '../../../ui/row/ConflictNotice.tsx'
import { useChange, useShown, useWays } from '../EditingContext.tsx'
import { usePartWords } from '../words/usePartWords.ts'
import type { SaveState } from './Autosave.ts'
import { mergeContent } from './mergeContent.ts'

type Props = { conflict: NonNullable<SaveState['conflict']>; onSettled: () => void }

/**
 * Somebody else has saved other words in the same places. Both versions stand side by side; whichever is chosen, the other one is a
 * step back in the history.
 */
export function SaveConflictNotice({ conflict: { base, theirs }, onSettled }: Props) {
  const { dispatch } = useWays()
  const change = useChange()
  const { state } = useShown()
  const mine = state.content
  const merge = mergeContent({ base: base.content, mine, theirs: theirs.content })
  const { nameOf, differencesOf } = usePartWords(
    text => textIn(text, state.language, mine.definition.default_language).text,
  )
  return (
    <ConflictNotice
      differences={merge.conflicting.map(part => {
        const { mine, theirs } = differencesOf(part, merge)
        return { field: part, label: nameOf(part, merge), mine: lines(mine), theirs: lines(theirs) }
      })}
      onKeepMine={() => {
        dispatch({ type: 'mineKept', theirs: merge.theirs })
        onSettled()
      }}
      onTakeTheirs={() => {
        change(() => merge.theirs)
        onSettled()
      }}
    />
  )
}

const lines = (texts: string[]) => (texts.length > 0 ? texts.map(text => <div key={text}>{text}</div>) : null)
