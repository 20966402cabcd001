import { expect, test } from 'vitest'
import { behindDoor } from './doorsPlugin.ts'

test('a file that only hands on names of a piece is told from one that does more', () => {
  expect(behindDoor('export{a as App,kinds}from"./app-1.js";\n', 'p')).toEqual({
    file: 'app-1.js',
    names: 'App:p.a,kinds:p.kinds',
  })
  expect(behindDoor('//# allFunctionsCalledOnLoad\nexport{a as App}from"./app-1.js";', 'p')?.file).toBe('app-1.js')
  expect(behindDoor('export{a as b}from"./app-1.js";import"./other-2.js";', 'p')).toBeUndefined()
  expect(behindDoor('export{a,b,c,d,e}from"./app-1.js";', 'p')).toBeUndefined()
  expect(behindDoor('let a=1;export{a as b};', 'p')).toBeUndefined()
})
