import { expect, test } from 'vitest'
import { diffTexts } from '#shared/guides/guideDiff.ts'

const told = (before: string, after: string) =>
  diffTexts(before, after).map(
    ({ kind, pieces }) => `${kind}: ${pieces.map(one => `${sign[one.kind]}${one.text}`).join('|')}`,
  )
const sign = { same: '', removed: '-', added: '+' }

test('a changed line shows its words, others stand as they are', () => {
  expect(
    told(
      '## Heat\nGive **two** buckets of water.\n- Shade',
      '## Heat\nGive **three** buckets of water.\n- Shade\n- Fans',
    ),
  ).toEqual([
    'same: ## Heat',
    'changed: Give |-**two**|+**three**| buckets of water.',
    'same: - Shade',
    'added: +- Fans',
  ])
  expect(told('All other words', 'Nothing that was there')).toEqual([
    'removed: -All other words',
    'added: +Nothing that was there',
  ])
  expect(told('', '')).toEqual([])
})

test('both texts can be read out of it after any change', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % most
  }
  const line = () => Array.from({ length: 1 + random(6) }, () => 'abcde'[random(5)]).join(' ')
  for (let round = 0; round < 300; round++) {
    const before = Array.from({ length: random(8) }, line)
    const after = Array.from({ length: random(8) }, () =>
      before.length && random(2) ? before[random(before.length)] : line(),
    )
    const lines = diffTexts(before.join('\n'), after.join('\n'))
    const side = (without: string) =>
      lines.flatMap(
        ({ pieces }) =>
          pieces
            .filter(one => one.kind !== without)
            .map(one => one.text)
            .join('') || [],
      )
    expect(side('added')).toEqual(before)
    expect(side('removed')).toEqual(after)
  }
})
