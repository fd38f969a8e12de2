/** Fields of a unit's account application; a reviewer can reject each separately. */
export const accountFields = ['name', 'mobile', 'roles', 'letter'] as const
export type AccountField = (typeof accountFields)[number]

/**
 * Returns the fields that can be changed on resubmission: the rejected fields, or all fields if the whole application
 * was rejected.
 */
export function editableAccountFields(rejects: readonly { readonly field: AccountField }[]): readonly AccountField[] {
  return rejects.length === 0 ? accountFields : accountFields.filter((field) => rejects.some((reject) => reject.field === field))
}
