import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { saveFile } from '../lib/saveFile.ts'
import type { WantedPdf } from './api.ts'

/**
 * Has something made as a PDF in the reader's language and saves it. `step` says how far that is, and nothing before it is known; a second
 * `save` meanwhile does nothing; `onSaved` hears that it came. What went wrong stands in `error`. Characters that cannot be printed are said
 * before it is made, and the next `save` makes it with them.
 */
export function usePdf() {
  const { t } = useTranslation()
  const format = useFormat()
  const [steps, setSteps] = useState({ done: 0, total: 0 })
  const make = useMaking()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wanted: WantedPdf) => {
      setSteps({ done: 0, total: 0 })
      return make(wanted, setSteps)
    },
    onSuccess: ({ content, filename }) => saveFile(content, filename),
  })
  const said = { done: format.number(steps.done), total: format.number(steps.total) }
  const step = isPending && steps.total > 0 ? t('documents.step', said) : undefined
  const save = (wanted: WantedPdf, onSaved?: () => void) => !isPending && mutate(wanted, { onSuccess: onSaved })
  return { save, isPending, step, error }
}

/** Makes a PDF, or throws `characters_missing` before it is made; asked again, it makes it with a box for each of them. */
export function useMaking() {
  const isTold = useRef(false)
  return async (wanted: WantedPdf, tell: (steps: { done: number; total: number }) => void) => {
    const { makePdf } = await import('./api.ts')
    try {
      return await makePdf({ ...wanted, ...(!isTold.current && { refuse_missing_characters: true }) }, tell)
    } catch (error) {
      isTold.current ||= error instanceof RequestError && error.code === 'characters_missing'
      throw error
    }
  }
}
