export type { FormLayout, FormRow, FormRows } from '#/server/taxation/forms/filling.ts'
export { type ResultRow, readResult } from '#/server/taxation/forms/results.ts'
export {
  type FilledForm,
  type FormOwner as FormPlace,
  type FormToFill,
  fillForm,
  storeFilledForm as storeFilled,
  storeForm,
} from '#/server/taxation/forms/writing.ts'
