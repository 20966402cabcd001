/** The child process of renderer.ts: answers one document after the other. */
import { answerParent } from '../heavy/answerParent.ts'
import type { RenderAnswer, RenderRequest } from './renderer.ts'
import { compilePdf } from './typst.ts'

answerParent(async ({ template, data, pictures, seal }: RenderRequest): Promise<RenderAnswer> => {
  try {
    return { pdf: await compilePdf(template, data, pictures, seal) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
})
