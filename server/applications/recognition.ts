import type { ApplicationKind } from '#/domain/application.ts'
import type { Context } from '#/server/kernel/context.ts'

/** What a machine made of a picture: remarks for the reviewer, and readings for fields that are still empty. */
export interface Reading {
  readonly warnings: readonly string[]
  readonly read: readonly { readonly field: string; readonly value: string }[]
}

/** Documents of other countries are never read by machine: they are compared by hand. */
export async function readPicture(
  _ctx: Context,
  _picture: { readonly kind: ApplicationKind; readonly field: string; readonly fileId: string },
): Promise<Reading> {
  return { warnings: [], read: [] }
}
