export type { FormLayout, FormRow, FormRows } from '#/server/taxation/forms/filling.ts'
export { type ResultRow, readResult } from '#/server/taxation/forms/results.ts'
export {
  type FilledForm,
  type FormOwner,
  type FormToFill,
  fillForm,
  storeFilledForm,
  storeForm,
} from '#/server/taxation/forms/writing.ts'
