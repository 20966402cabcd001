/**
 * Reads `docs/ways.md`: the files that a reader opens to follow three calls, each with the name that leads there. What
 * every call has in common (`kernel`) is read once. `scripts/structure.ts` prints how many there are.
 */
import { textOf } from './sources.ts'

export type Jump = { path: string; name: string }

const jump = /^\d+\. `([^`]+)` `([^`]+)`: /gm

const [, ...sections] = textOf('docs/ways.md').split(/^## /m)
const [every, ...calls] = sections.map(section => ({
  call: section.slice(0, section.indexOf('\n')),
  jumps: [...section.matchAll(jump)].map(([, path = '', name = '']): Jump => ({ path, name })),
}))

export const kernel: Jump[] = every?.jumps ?? []
export const ways: [call: string, jumps: Jump[]][] = calls.map(({ call, jumps }) => [call, jumps])
