import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

async function threePlaces() {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'other' })
  const pen = await boss.call(locations.create, { name: 'Pen', type: 'other', parent_id: barn.id })
  const corner = await boss.call(locations.create, { name: 'Corner', type: 'other', parent_id: pen.id })
  const field = await boss.call(locations.create, { name: 'Field', type: 'other' })
  for (const { id } of [corner, pen, field])
    await complete(hand, form, lameAnswers, { subjects: [{ type: 'location', id, name: '' }] })
  return { boss, hand, barn, pen, corner, field }
}

test('findings of a location are those of its parts too', async () => {
  const { boss, barn, pen, corner, field } = await threePlaces()
  const namesIn = async (location_id: number) =>
    (await boss.call(findings.list, { location_id })).data.flatMap(({ subjects }) => subjects.map(({ name }) => name))
  expect(await namesIn(barn.id)).toEqual(['Corner', 'Pen'])
  expect(await namesIn(pen.id)).toEqual(['Corner', 'Pen'])
  expect(await namesIn(corner.id)).toEqual(['Corner'])
  expect(await namesIn(field.id)).toEqual(['Field'])
  const stranger = await (await company()).manager()
  expect((await stranger.call(findings.list, { location_id: barn.id })).data).toEqual([])
})

test('findings of a location are those of the groups and animals that are there now too', async () => {
  const { boss, hand, barn, pen, field } = await threePlaces()
  const form = await publishedForm(boss)
  const group = await boss.call(animalGroups.create, { name: 'Calves', purpose: 'rearing', location_id: pen.id })
  const beast = (name: string, where: object) => boss.call(animals.create, { name, species: 'cattle', ...where })
  const clover = await beast('Clover', { animal_group_id: group.id })
  const daisy = await beast('Daisy', { location_id: pen.id })
  for (const [type, { id }] of [
    ['animal_group', group] as const,
    ['animal', clover] as const,
    ['animal', daisy] as const,
  ])
    await complete(hand, form, lameAnswers, { subjects: [{ type, id, name: '' }] })
  const namesIn = async ({ id }: { id: number }) =>
    (await boss.call(findings.list, { location_id: id })).data.flatMap(({ subjects }) =>
      subjects.map(({ name }) => name),
    )
  expect((await namesIn(pen)).sort()).toEqual(['Calves', 'Clover', 'Corner', 'Daisy', 'Pen'])
  expect((await namesIn(barn)).sort()).toEqual(['Calves', 'Clover', 'Corner', 'Daisy', 'Pen'])
  expect(await namesIn(field)).toEqual(['Field'])
})

test('an export has the findings that the list is narrowed to, for those who may read them', async () => {
  const { boss, hand, barn } = await threePlaces()
  const filters = `location_id=${barn.id}&severity=critical`
  const { body } = await boss.send(findings.export, { filters })
  const [headings, ...lines] = body.trim().split('\r\n')
  expect(headings).toContain('Severity,State,About,Form,Question,Answer,Note,Found by,Found,Task,Who has the task')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(new RegExp(`^Critical,Open,Corner,.*,${hand.name},20\\d\\d-.*,Call the vet,${boss.name},`))

  const [found] = (await boss.call(findings.list, { location_id: barn.id })).data
  await boss.call(findings.settle, { id: found?.id ?? 0, reason: 'Treated by the vet' })
  const closed = await boss.send(findings.export, { filters: 'state=closed' }, { lang: 'hu' })
  expect(closed.body).toContain('Súlyosság;Állapot;')
  expect(closed.body).toContain('Treated by the vet')
  expect((await boss.send(findings.export, { format: 'xlsx' })).headers).toMatchObject({
    'content-type': expect.stringContaining('spreadsheetml'),
  })

  expect((await hand.send(findings.export, {})).body.trim().split('\r\n')).toHaveLength(3)
  const colleague = await (await company()).manager()
  expect((await colleague.send(findings.export, { filters })).body.trim().split('\r\n')).toHaveLength(1)
  expect(await boss.refused(findings.export, { filters: 'colour=red' })).toMatchObject({ status: 422 })
})
