/** The library of a company: what it keeps for its next forms. */
import { and, asc, eq } from 'drizzle-orm'
import type { LibraryContent } from '#shared/forms/library.ts'
import { wire } from '#shared/lib/casing.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { archivedOrNot } from '../lib/registers/listing.ts'
import { formLibrary } from './table.ts'

/** Everything in it, or what was archived of it, the oldest first. */
export async function listLibrary(ctx: Context, archived: boolean) {
  const rows = await ctx.db
    .select()
    .from(formLibrary)
    .where(and(eq(formLibrary.companyId, companyOf(ctx)), archivedOrNot(formLibrary, archived)))
    .orderBy(asc(formLibrary.createdAt), asc(formLibrary.id))
  return rows.map(row => wire(row))
}

/** Keeps elements, or a set of choices; throws 422 without either, or without a name. */
export async function addToLibrary({ name, content }: { name: LocalizedText; content: LibraryContent }, ctx: Context) {
  if (content.elements.length === 0 && !content.choice_sets?.length) throw invalidField('content', 'required')
  if (!Object.values(name).some(words => words?.trim())) throw invalidField('name', 'required')
  const [row] = await ctx.db
    .insert(formLibrary)
    .values({ companyId: companyOf(ctx), name, content, createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  if (!row) throw new Error('The item was not stored.')
  await note(ctx, 'entry.created', row)
  return wire(row)
}

/** Takes an item out of the library, or brings it back. Forms that it was put into keep what they have. */
export async function archiveInLibrary(ctx: Context, id: number, archivedAt: Date | null) {
  const its = and(eq(formLibrary.companyId, companyOf(ctx)), eq(formLibrary.id, id))
  const [before] = await ctx.db.select().from(formLibrary).where(its).for('update')
  if (!before) throw new Problem('not_found')
  // A repeated call changes nothing: its days in the trash are counted from the first.
  if ((before.archivedAt === null) === (archivedAt === null)) return wire(before)
  const [row = before] = await ctx.db.update(formLibrary).set({ archivedAt, updatedAt: ctx.now }).where(its).returning()
  await note(ctx, archivedAt ? 'entry.archived' : 'entry.restored', row)
  return wire(row)
}

const note = (
  ctx: Context,
  action: 'entry.created' | 'entry.archived' | 'entry.restored',
  { id, companyId }: typeof formLibrary.$inferSelect,
) => audit(ctx, action, { type: 'LibraryEntry', id, companyId })
