/**
 * The child process of renderer.ts: answers one request after the other. It ends with its parent, however that ends,
 * and leaves a Ctrl-C, which a terminal sends to both, to the parent.
 */
import { constants, setPriority } from 'node:os'
import type { RenderAnswer, RenderRequest } from './renderer.ts'
import { compilePdf } from './typst.ts'

// Requests come first: a render takes what they leave.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (request: RenderRequest) => {
  process.send?.(await answer(request))
})

async function answer({ template, data, pictures, seal }: RenderRequest): Promise<RenderAnswer> {
  try {
    return { pdf: await compilePdf(template, data, pictures, seal) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
