export type { FormRow } from '#/server/taxation/forms/filling.ts'
export { type ResultRow, readResult } from '#/server/taxation/forms/results.ts'
export { type FormToFill, fillForm, storeFilledForm, storeForm } from '#/server/taxation/forms/writing.ts'
