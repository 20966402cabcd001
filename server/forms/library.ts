/** The library of a company: what it keeps for its next forms. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { LibraryContent } from '#shared/forms/library.ts'
import { wire } from '#shared/lib/casing.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { formLibrary } from './table.ts'

/** Everything in it, the oldest first. */
export async function listLibrary(ctx: Context) {
  const rows = await ctx.db
    .select()
    .from(formLibrary)
    .where(and(eq(formLibrary.companyId, companyOf(ctx)), isNull(formLibrary.archivedAt)))
    .orderBy(asc(formLibrary.createdAt), asc(formLibrary.id))
  return rows.map(row => wire(row))
}

/** Keeps elements, or a set of choices; throws 422 without either, or without a name. */
export async function addToLibrary(ctx: Context, { name, content }: { name: LocalizedText; content: LibraryContent }) {
  if (content.elements.length === 0 && !content.choice_sets?.length) throw invalidField('content', 'required')
  if (!Object.values(name).some(words => words?.trim())) throw invalidField('name', 'required')
  const [row] = await ctx.db
    .insert(formLibrary)
    .values({ companyId: companyOf(ctx), name, content, createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  if (!row) throw new Error('The item was not stored.')
  return wire(row)
}

/** Takes an item out of the library, or brings it back. Forms that it was put into keep what they have. */
export async function archiveInLibrary(ctx: Context, id: number, archivedAt: Date | null) {
  const [row] = await ctx.db
    .update(formLibrary)
    .set({ archivedAt, updatedAt: ctx.now })
    .where(and(eq(formLibrary.companyId, companyOf(ctx)), eq(formLibrary.id, id)))
    .returning()
  if (!row) throw new Problem('not_found')
  return wire(row)
}
