import { Client } from 'pg'
import { expect, test } from 'vitest'
import { isolation } from '../../registry.ts'
import { tend } from '../../test/tend.ts'
import { migrate } from './migrate.ts'

test('another version of the collation library rebuilds its indexes once', async ({ skip }) => {
  const { ownerUrl } = await tend()
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const state = async () => {
    const { rows } = await owner.query(`
      select c.collversion as version, pg_relation_filenode('animals_company_id_name_idx') as built
      from pg_collation c where c.collname = 'natural_order'`)
    return rows[0]
  }
  const before = await state()
  await migrate(ownerUrl, { isolation, prepare: async () => {} })
  expect(await state()).toEqual(before)

  const { rows } = await owner.query("select current_setting('is_superuser') = 'on' as is_superuser")
  if (!rows[0].is_superuser) {
    await owner.end()
    skip('only a superuser can pretend that the library has changed')
  }
  await owner.query(`update pg_collation set collversion = 'of old' where collname = 'natural_order'`)
  await migrate(ownerUrl, { isolation, prepare: async () => {} })
  const after = await state()
  expect(after.version).toBe(before.version)
  expect(after.built).not.toBe(before.built)
  await owner.end()
})
