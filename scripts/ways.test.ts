import { expect, test } from 'vitest'
import { root, textOf } from './sources.ts'
import { kernel, ways } from './ways.ts'

test.each(Object.entries(ways))(
  'each file on the way to %s is there, and one before it or of the kernel leads to it',
  (_, files) => {
    const texts = new Map([...kernel, ...files].map(path => [path, textOf(path)]))
    for (const path of files.slice(1)) {
      const name = path.replace(/^.*\//, '/')
      const isLed = [...texts].some(([from, text]) => from !== path && text.includes(`${name}'`))
      expect(isLed, `${path} is imported by none of the way in ${root}`).toBe(true)
    }
  },
)
