/** What a unit says of a person for whom it asks an account: each can be rejected by itself. */
export const accountFields = ['name', 'mobile', 'roles', 'letter'] as const
export type AccountField = (typeof accountFields)[number]

/** The fields that may be changed when it is asked again: those that were rejected, or all when the whole was. */
export function openFields(rejects: readonly { readonly field: AccountField }[]): readonly AccountField[] {
  return rejects.length === 0 ? accountFields : accountFields.filter((field) => rejects.some((each) => each.field === field))
}
