import type { Plugin } from 'vite'

/** Groups of `chunks.ts` of which about half is called before a form can be answered. */
const calledAtOnce = ['start', 'app', 'shell', 'engine', 'answers']

/**
 * V8 compiles these files whole, beside the page's thread, while they arrive. Otherwise it compiles each function on
 * that thread when it is first called (docs/decisions/0071-opening-a-form.md). Only a file's first line says so.
 */
export const compileHints = (): Plugin => ({
  name: 'tend-compile-hints',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // Vite writes its own first line before.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && calledAtOnce.includes(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})
